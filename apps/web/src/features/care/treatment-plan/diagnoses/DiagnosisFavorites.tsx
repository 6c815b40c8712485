import type { DiagnosisFavorite } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'

/** The diagnosis codes that the therapist has used before, each with buttons that choose or remove it. Renders nothing if there are none. */
export function DiagnosisFavorites({ onChoose }: { onChoose: (favorite: DiagnosisFavorite) => void }) {
  const { t } = useTranslation('treatmentPlan')
  const items = useQuery(orpc.treatmentPlan.favorites.queryOptions({ input: {} })).data?.items ?? []
  const { change } = usePlanChange({
    send: ({ system, code }: DiagnosisFavorite) => api.treatmentPlan.removeFavorite({ system, code }),
  })
  if (items.length === 0) return null
  return (
    <div>
      <p className={classes.legend}>{t('diagnosis.favorites')}</p>
      <ul className={classes.favorites}>
        {items.map((one) => (
          <li key={`${one.system} ${one.code}`}>
            <button type="button" title={one.text} onClick={() => onChoose(one)}>
              <strong>{one.code}</strong> <span>{one.text}</span>
            </button>
            <button
              type="button"
              aria-label={t('diagnosis.removeFavorite', { code: one.code })}
              onClick={() => change.mutate(one)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
