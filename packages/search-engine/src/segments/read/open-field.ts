import type { FieldReader, GeoSample } from '../field-reader.js'
import { type FieldSummary, fieldSection } from '../format/segment-summary.js'
import type { Part } from './field-parts.js'
import { openGeoField } from './open-geo-field.js'
import { openNumericField } from './open-numeric-field.js'
import { openTermsField } from './open-terms-field.js'
import { openTextField } from './open-text-field.js'
import { openVectorField } from './open-vector-field.js'
import type { SearchSteps } from './search-steps.js'
import type { SectionArrays } from './section-arrays.js'

/** Small parts of a level's fields, by field name; they are kept as long as the segment is open. */
export interface KeptParts {
  readonly samples: Map<string, GeoSample>
  readonly steps: Map<string, SearchSteps>
}

/**
 * Opens a field. Its sections are read on first use and held as long as this reader; `kept` lives
 * longer.
 */
export const openField = (
  arrays: SectionArrays,
  summary: FieldSummary,
  kept: KeptParts,
): FieldReader => {
  const part: Part = (name) => fieldSection(summary.name, name)
  switch (summary.kind) {
    case 'numeric':
      return openNumericField(arrays, summary, part, kept.steps)
    case 'terms':
      return openTermsField(arrays, summary, part)
    case 'text':
      return openTextField(arrays, summary, part)
    case 'geo':
      return openGeoField(arrays, summary, part, kept.samples)
    case 'vector':
      return openVectorField(arrays, summary, part)
  }
}
