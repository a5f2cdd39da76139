import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Arbitrary, BigDecimal, Effect, Layer, Schema } from "effect"
import { parseStatement, renderStatement } from "../../src/warehouse/Statement.ts"
import { identifier, literal, type Values } from "../../src/warehouse/Values.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryWarehouse } from "./temporaryWarehouse.ts"

const render = (sql: string, values?: Values) => renderStatement(parseStatement(sql), values)

describe("a $name takes its value", () => {
  it("wherever SQL expects one", () => {
    assert.strictEqual(
      render("select $a, $b\nfrom t where x = $a and y between $from_date and $b", {
        a: 1,
        b: "it's",
        from_date: null
      }),
      "select 1, 'it''s'\nfrom t where x = 1 and y between null and 'it''s'"
    )
  })

  it.each([
    ["a string", "select '$a', 'it''s $a'"],
    ["an escape string", "select E'it\\'s $a'"],
    ["a quoted name", "select \"$a\", \"x\"\"$a\""],
    ["a line comment", "select 1 -- costs $a, it's\n"],
    ["a block comment", "select /* $a ' */ 1"],
    ["a dollar quote", "select $$ $a $$, $tag$ $a $tag$"],
    ["a name with a dollar in it", "select x$a from t"]
  ])("but not in %s", (_, sql) => assert.strictEqual(render(sql), sql))

  it("whatever the value quotes", () =>
    assert.strictEqual(render("select $a, $b", { a: "$b", b: 1 }), "select '$b', 1"))

  it("and without one it throws", () => assert.throws(() => render("select $a"), "no value for $a in: select $a"))

  it("and a value without a name throws", () =>
    assert.throws(() => render("select $a", { a: 1, b: 2 }), "the value b has no use in: select $a"))

  it("and no value comes from an object's prototype", () =>
    assert.throws(() => render("select $constructor"), "no value for $constructor"))
})

describe("a value has one literal", () => {
  it.each([
    [null, "null"],
    [true, "true"],
    [0, "0"],
    [-0, "0"],
    [-1, "(-1)"],
    [0.1, "cast('0.1' as double)"],
    [12n, "12"],
    [-12n, "cast('-12' as hugeint)"],
    ["O'Hara", "'O''Hara'"],
    ["a\0b", "('a' || chr(0) || 'b')"],
    [BigDecimal.fromStringUnsafe("-0.00005"), "cast('-0.00005' as decimal(6, 5))"],
    [BigDecimal.make(15n, -2), "cast('1500' as decimal(4, 0))"],
    [["a", null, [1]], "['a', null, [1]]"],
    [[], "[]"],
    [identifier("we\"ird"), "\"we\"\"ird\""]
  ])("%o", (value, sql) => assert.strictEqual(literal(value), sql))

  it.each([Number.NaN, Infinity, -Infinity, 2n ** 127n, -(2n ** 127n) - 1n, BigDecimal.make(10n ** 38n, 0)])(
    "or none: %s",
    (value) => assert.throws(() => literal(value), RangeError)
  )
})

/** Text made of what SQL could stumble over. */
const awkward = Arbitrary.map(
  Arbitrary.schema(
    Schema.Array(
      Schema.Literals(["'", "\"", "\\", "$", "$a", "$$", "--", "/*", "*/", ";", "\0", "\n", "é", "😀", "\ud800", " "])
    )
  ),
  (parts) => parts.join("")
)

layer(temporaryWarehouse.pipe(Layer.provide(NodeFileSystem.layer)), { excludeTestServices: true })(
  "what goes into DuckDB as a literal comes out the same",
  (it) => {
    const echo = Effect.fnUntraced(function*(value: Values[string], type: string) {
      const warehouse = yield* Warehouse
      const [row] = yield* warehouse.rows(
        Schema.Struct({ echoed: Schema.Unknown, next: Schema.Literal("next") }),
        `select cast($value as ${type}) as echoed, 'next' as next -- $value`,
        { value }
      )
      return row?.echoed
    })

    it.effect.prop("text", [Schema.String], ([text]) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* echo(text, "varchar"), text.toWellFormed())
      }), { arbitrary: { runs: 150 } })

    it.effect.prop("awkward text", [awkward], ([text]) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* echo(text, "varchar"), text.toWellFormed())
      }), { arbitrary: { runs: 150 } })

    it.effect.prop("numbers", [Schema.Finite], ([number]) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* echo(number, "double"), number === 0 ? 0 : number)
      }), { arbitrary: { runs: 100 } })

    it.effect.prop("integers up to 128 bits", [Schema.BigInt], ([integer]) =>
      Effect.gen(function*() {
        const fitting = BigInt.asIntN(128, integer * 0x9e3779b97f4a7c15f39cc0605cedc835n)
        assert.strictEqual(String(yield* echo(fitting, "hugeint")), String(fitting))
      }), { arbitrary: { runs: 100 } })

    it.effect.prop(
      "amounts",
      [Schema.Int.check(Schema.isBetween({ minimum: -(10 ** 15), maximum: 10 ** 15 }))],
      ([cents]) =>
        Effect.gen(function*() {
          const amount = BigDecimal.make(BigInt(cents), 5)
          const echoed = yield* echo(amount, "decimal(18, 5)")
          assert.isTrue(BigDecimal.equals(BigDecimal.fromStringUnsafe(String(echoed)), amount), String(echoed))
        }),
      { arbitrary: { runs: 100 } }
    )

    it.effect.prop("lists of text", [Schema.Array(Schema.String)], ([list]) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* echo(list, "varchar[]"), list.map((text) => text.toWellFormed()))
      }), { arbitrary: { runs: 50 } })
  }
)
