import type { AttentionKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { useTranslation } from 'react-i18next'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from './attention.module.css'

type Props = {
  counts: { kind: AttentionKind; count: number }[]
  kind: AttentionKind | undefined
  onKind: (kind: AttentionKind | undefined) => void
}

/** Buttons that filter by kind, each with the number of items. Renders nothing if there is only one kind. */
export function AttentionFilter({ counts, kind, onKind }: Props) {
  const { t } = useTranslation('dashboard')
  if (counts.length < 2) return null
  return (
    <div className={classes.filters}>
      <ScrollRow>
        <div className={classes.filter} role="group" aria-label={t('needs.filter')}>
          <button type="button" className={classes.chip} aria-pressed={!kind} onClick={() => onKind(undefined)}>
            {t('needs.all')}
          </button>
          {counts.map((one) => (
            <button
              key={one.kind}
              type="button"
              className={classes.chip}
              data-kind={one.kind}
              aria-pressed={kind === one.kind}
              onClick={() => onKind(kind === one.kind ? undefined : one.kind)}
            >
              {t(`needs.kind.${one.kind}`)} <span className={classes.number}>{one.count}</span>
            </button>
          ))}
        </div>
      </ScrollRow>
    </div>
  )
}
