/**
 * Whom the customers of the model banks pay and are paid by: made-up names, with the odd sign, accent and quotation mark
 * that real narratives carry.
 */

/** A shop: what its terminal prints, and its ISO 18245 category. */
export interface Merchant {
  readonly name: string
  readonly category: string
}

type Shops = readonly [Merchant, ...ReadonlyArray<Merchant>]
type Names = readonly [string, ...ReadonlyArray<string>]

const shops = (category: string, ...names: Names): Shops => {
  const [first, ...rest] = names
  return [{ name: first, category }, ...rest.map((name) => ({ name, category }))]
}

const groceries = shops(
  "5411",
  "Fenwick Foods",
  "Harvest & Hill",
  "Corner Larder",
  "Bramble Market",
  "Nine Acres Co-op"
)
const cafes = shops("5814", "Café Rosé", "The Copper Kettle", "Bean There", "Paul's \"Proper\" Pies", "Noodle Yard")
const pubs = shops("5813", "The Drowsy Heron", "Ship & Lantern", "Three Tuns")
const transport = shops("4111", "Metro Tap Travel", "Northline Rail", "City Bus Co")
const fuel = shops("5541", "Beacon Fuels", "Moorside Services")
const leisure = shops("7832", "Odyssey Cinema", "+Plus Fitness", "Lido & Baths")
const home = shops("5712", "@Home Stores", "Oak, Ash & Thorn", "Tilehouse")
const online = shops("5969", "PARCELBARN.EXAMPLE", "=EQUALS= BOOKS", "Stitch-in-Time*Order 12")
const trade = shops("5039", "Timber & Tool Depot", "Yard Supplies", "O'Neill Fixings")
const office = shops("5943", "Paperclip & Co", "Inkwell Direct")
const travel = shops("4511", "Skylark Airways", "Grand Hôtel du Lac", "Autovermietung Süd")
const abroad = shops(
  "5812",
  "Trattoria da Gino",
  "Boulangerie Lefèvre",
  "Konditorei Müller",
  "Taquería El Sol",
  "Izakaya 花"
)

/** Shops by what people buy there. */
export const merchants = {
  groceries,
  cafes,
  pubs,
  transport,
  fuel,
  leisure,
  home,
  online,
  trade,
  office,
  travel,
  abroad
}

/** A list of shops by its name. */
export type ShopKind = keyof typeof merchants

/** People and firms by what they are to the account holder. */
export const parties = {
  employers: ["Meridian Instruments Ltd", "Southfold District Council", "Larkspur Housing Trust", "Ostrom & Daughters"],
  landlords: ["Castlegate Lettings", "M J Okafor", "Hill Top Property Mgmt"],
  friends: ["R Okonjo", "S-L Whitcombe", "Priya N", "T O'Brien", "J. Müller"],
  clients: ["Ashdown Hotels Ltd", "Tarn & Fell Outdoor", "Vale Academy Trust", "Kestrel Studios", "Blue Door Dental"],
  suppliers: ["Northern Timber Merchants", "Pennine Packaging", "Greenbank Wholesale", "A1 Hydraulics (UK)"],
  staff: ["B Adeyemi", "C Llewellyn", "D Novak", "E Strand"],
  europeans: ["Bäckerei Vogt GmbH", "Atelier Dubois SARL", "Van der Meer B.V.", "Studio Ferrari S.r.l."]
} as const satisfies Readonly<Record<string, Names>>

/** A list of names by its name. */
export type PartyKind = keyof typeof parties
