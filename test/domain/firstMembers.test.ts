import { assert, it } from "@effect/vitest"
import { firstMembers } from "../../src/domain/firstMembers.ts"

const read = (text: string): unknown => JSON.parse(firstMembers(text))

it("leaves a text as it is in which each name stands once in its object", () => {
  const text = `{"a": [{"a": 1}, {"a": "b\\": {", "b": {}}], "b": "{\\"a\\":1,\\"a\\":2}"}`
  assert.strictEqual(firstMembers(text), text)
})

it("lets the first of equal members count, however deep, and whatever they hold", () => {
  assert.deepStrictEqual(read(`{"a":1,"a":2}`), { a: 1 })
  assert.deepStrictEqual(read(`{"a":1 , "a" : {"a":[1,{"b":2,"b":3}]} ,"c":3}`), { a: 1, c: 3 })
  assert.deepStrictEqual(read(`{"l":[{"x":"1","y":"2","x":"3,}"},{"x":"4"}],"l":[],"m":{"l":[]}}`), {
    l: [{ x: "1", y: "2" }, { x: "4" }],
    m: { l: [] }
  })
})

it("knows a name again that is spelt otherwise", () => {
  assert.deepStrictEqual(read(`{"next":"a","n\\u0065xt":"b","a/b":1,"a\\/b":2}`), { next: "a", "a/b": 1 })
})

it("makes nothing that can be read of what cannot", () => {
  for (const text of [`{"a":1,"a":2`, `{"a":1,"a`, `}{"a":1,,"a":2}`, `{"a" "b","a":}`]) {
    assert.throws(() => read(text), SyntaxError)
  }
})

it("leaves out what marks the byte order in front", () => {
  assert.deepStrictEqual(read(`\ufeff{"a":"\ufeff"}`), { a: "\ufeff" })
})

it("takes what the database takes: a comma behind the last, and what is no number where one belongs", () => {
  assert.deepStrictEqual(read(`{"a":[1,{"b":[],} , ],"n":NaN,"i":[-inf,Infinity,nan],"t":"NaN,]\\",}",}`), {
    a: [1, { b: [] }],
    n: null,
    i: [null, null, null],
    t: `NaN,]",}`
  })
})

it("makes nothing that can be read of commas and words that the database refuses too", () => {
  for (
    const text of ["[,]", "{ , }", "[1,,]", `{"a",}`, `{"a":,}`, "[+NaN]", "[NaN1]", "[infi]", "[NaN NaN]", "[1,\f]"]
  ) {
    assert.throws(() => read(text), SyntaxError)
  }
})
