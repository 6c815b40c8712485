import { useTranslation } from 'react-i18next'
import type { ImportField } from './column-mapping.ts'

/** Returns the name of a field for the import: as in the form, or a name of its own where the form's would be unclear without its section. */
export function useFieldLabel() {
  const { t } = useTranslation(['import', 'client'])
  return (field: ImportField) => t([`field.${field}`, `client:form.${field}`])
}
