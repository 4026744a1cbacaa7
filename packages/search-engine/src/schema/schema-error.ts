import { errors, type TablestoreError } from '@rowhouse/protocol'

/** The service names no texts for most of these; its code is what clients look at. */
export function schemaError(reason: string): TablestoreError {
  return errors.parameterInvalid(`[index_schema] ${reason}`)
}
