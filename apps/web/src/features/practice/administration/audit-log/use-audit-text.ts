import { useTranslation } from 'react-i18next'

/** Returns the texts for the names that the audit log stores. A name without a text is shown unchanged. */
export function useAuditText() {
  const { t, i18n } = useTranslation('auditLog')
  const named = (group: 'actions' | 'things' | 'fields' | 'values', name: string): string =>
    i18n.exists(`auditLog:${group}.${name}`) ? t(`${group}.${name}` as 'actions.switch') : name
  return {
    actionText: (action: string) =>
      action.startsWith('refused:')
        ? t('refused', { what: action.slice('refused:'.length) })
        : named('actions', action),
    thingText: (thing: string) => named('things', thing),
    fieldText: (field: string) => named('fields', field),
    valueText: (value: unknown) => {
      if (value === null || value === '') return t('empty')
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      return named('values', String(value))
    },
  }
}
