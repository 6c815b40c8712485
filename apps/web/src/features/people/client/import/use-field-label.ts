import { useTranslation } from 'react-i18next'
import type { ImportField } from './column-mapping.ts'

/**
 * Returns a function that gives the label of a field in the import: the label of the client form, or a longer one if that label is unclear outside
 * its section.
 */
export function useFieldLabel() {
  const { t } = useTranslation(['import', 'client'])
  return (field: ImportField) => t([`field.${field}`, `client:form.${field}`])
}
