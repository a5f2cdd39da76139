/**
 * JSON Schemas for editors, from the schemas by which the program reads its configuration.
 */
import { JsonSchema, Schema } from "effect"

/**
 * The JSON Schema of a configuration file, as text: editors complete and check by it. It is a little looser than the
 * schema itself, which remains the judge. Unknown keys are refused.
 */
export const editorSchema = (title: string, file: Schema.Constraint): string => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(file, { onExcessProperty: "error" })
  const shared = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  return `${
    JSON.stringify({ $schema: JsonSchema.META_SCHEMA_URI_DRAFT_2020_12, title, ...schema, ...shared }, null, 2)
  }\n`
}
