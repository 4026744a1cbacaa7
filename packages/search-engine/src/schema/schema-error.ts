import { errors, type TablestoreError } from '@rowhouse/protocol'

/** The service documents no texts for most of these; clients look at its code. */
export function schemaError(reason: string): TablestoreError {
  return errors.parameterInvalid(`[index_schema] ${reason}`)
}
