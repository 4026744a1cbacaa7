import type { FieldReader, GeoSample } from '../field-reader.js'
import { type FieldSummary, fieldSection } from '../format/segment-summary.js'
import type { Part } from './field-parts.js'
import { openGeoField } from './open-geo-field.js'
import { openNumericField } from './open-numeric-field.js'
import { openTermsField } from './open-terms-field.js'
import { openTextField } from './open-text-field.js'
import { openVectorField } from './open-vector-field.js'
import type { SectionArrays } from './section-arrays.js'

/**
 * A field's sections are fetched when somebody looks at them, and kept as long as this reader is; samples of
 * points longer.
 */
export const openField = (
  arrays: SectionArrays,
  summary: FieldSummary,
  samples: Map<string, GeoSample>,
): FieldReader => {
  const part: Part = (name) => fieldSection(summary.name, name)
  switch (summary.kind) {
    case 'numeric':
      return openNumericField(arrays, summary, part)
    case 'terms':
      return openTermsField(arrays, summary, part)
    case 'text':
      return openTextField(arrays, summary, part)
    case 'geo':
      return openGeoField(arrays, summary, part, samples)
    case 'vector':
      return openVectorField(arrays, summary, part)
  }
}
