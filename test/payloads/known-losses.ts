/**
 * What the book loses or says wrongly of the published payloads as things are, each leaf by the row that it stands in. The
 * list is exact: mend the program, and strike here what is no more.
 */

/** Leaves that the book shows in no column and keeps in no `extra`: of rows, as number of the payload and index. */
const lost: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Of the value date only the day is kept: its time and offset are not.
  "/ValueDateTime": [
    "059/0",
    "060/0",
    "060/1",
    "061/0",
    "062/0",
    "062/1",
    "063/0",
    "064/0",
    "064/1",
    "067/0",
    "067/1",
    "068/0",
    "069/0",
    "071/0",
    "072/3",
    "074/0",
    "075/0",
    "078/3",
    "079/0",
    "079/1",
    "079/2",
    "079/3",
    "079/4",
    "082/0",
    "083/0",
    "084/1",
    "095/0",
    "096/0",
    "096/1",
    "096/2"
  ],
  // A number of more digits than a machine's is rounded.
  "/CurrencyExchange/ExchangeRate": ["084/1"],
  // Nought has no sign to show a debit.
  "/CreditDebitIndicator": ["094/1"],
  "/Balance/CreditDebitIndicator": ["094/1"],
  // The word of version 3.1 is written as the code of version 4 and is not kept beside it.
  "/Amount/SubType": ["044/0"],
  // A field of the local amount that has no column.
  "/LocalAmount/SubType": [
    "030/0",
    "031/0",
    "032/0",
    "033/0",
    "034/0",
    "035/0",
    "036/0",
    "037/0",
    "038/0",
    "039/0",
    "044/0"
  ],
  // What is said of all balances together stands beside the rows.
  "/Data/TotalValue/Amount": ["030", "031", "032", "033", "034", "035", "036", "037", "038", "039", "044"],
  "/Data/TotalValue/Currency": ["030", "031", "032", "033", "034", "035", "036", "037", "038", "039", "044"],
  // Credit lines beside the balance, where the standard's own example has them, are not read.
  "/Data/CreditLine/0/Amount/Amount": ["034", "039"],
  "/Data/CreditLine/0/Amount/Currency": ["034", "039"],
  "/Data/CreditLine/0/Included": ["034", "039"],
  "/Data/CreditLine/0/Type": ["034", "039"],
  "/Data/CreditLine/1/Amount/Amount": ["034", "039"],
  "/Data/CreditLine/1/Amount/Currency": ["034", "039"],
  "/Data/CreditLine/1/Included": ["034", "039"],
  "/Data/CreditLine/1/Type": ["034", "039"],
  // A field of an identification that has no column.
  "/Account/0/LEI": ["001/0", "002/0", "003/0", "004/0", "005/0", "006/0"],
  // A name of version 1 or 2, without UK.OBIE, is written anew and what was sent is not kept.
  "/Account/0/SchemeName": ["026/0", "027/0", "029/0"],
  "/Account/SchemeName": ["022/0", "025/0", "025/1", "028/0"]
}

/** Every lost leaf, with the row or the payload that it stands in. */
export const knownLosses: ReadonlyArray<string> = Object.entries(lost).flatMap(([leaf, places]) =>
  places.map((place) => `${place}${leaf}`)
)

/** What the book says wrongly. */
export const knownMistakes: ReadonlyArray<string> = [
  // The rounding of which the lost leaf speaks.
  "084/1: extra has /CurrencyExchange/ExchangeRate 0.8008281904610115, which was sent as 0.80082819046101150206595775671303272247314453125"
]

/** Columns that the book promises and does not have yet. */
export const columnsNotBuilt: ReadonlyArray<string> = [
  "accounts.account_number",
  "accounts.iban",
  "accounts.sort_code",
  "transactions.mutability"
]
