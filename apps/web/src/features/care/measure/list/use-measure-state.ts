import type { MeasureSummary } from '@attune/contract/features/care/measure/measure.schemas'
import { useTranslation } from 'react-i18next'

/** Returns a function that returns the state of a measure: a draft, a released version, or changed since. */
export function useMeasureState() {
  const { t } = useTranslation('measure')
  return ({ version, isChanged }: Pick<MeasureSummary, 'version' | 'isChanged'>): string =>
    version === null ? t('state.draft') : t(isChanged ? 'state.changed' : 'state.version', { number: version })
}
