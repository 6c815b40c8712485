import type { RecordEnding } from '@attune/contract/features/care/record-retention/record-retention'
import { shiftDay } from '@attune/contract/common/time/time'
import { leastListedDays } from '@attune/contract/features/care/record-retention/record-ending.rules'
import { Button } from '@mantine/core'
import { IconFileExport, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import links from '../../../../ui/page/row/RowLink.module.css'
import { CardRow } from '../../../../ui/page/Section.tsx'
import classes from './record-endings.module.css'
import { useEndingChange } from './use-record-endings.ts'

type Props = { record: RecordEnding; onConfirm: () => void; onHold: () => void; onExport: () => void }

/** A record of the list with the end of its retention and the reason, and what the therapist can do with it. */
export function RecordEndingRow({ record, onConfirm, onHold, onExport }: Props) {
  const { t } = useTranslation(['recordEndings', 'common'])
  const { clientId, name, state } = record
  const items = [
    ...(state === 'held' ? [] : [{ label: t('hold'), icon: IconLock, onClick: onHold }]),
    { label: t('export'), icon: IconFileExport, onClick: onExport },
  ]
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Link className={links.link} to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
          {name}
        </Link>
        <EndingFacts record={record} />
      </div>
      <div className={classes.actions}>
        {state === 'open' && (
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label={t('common:labelled', { label: t('confirm.action'), text: name })}
            onClick={onConfirm}
          >
            {t('confirm.action')}
          </Button>
        )}
        {state === 'confirmed' && <UndoButton record={record} />}
        <ActionMenu label={t('actions', { name })} items={items} />
      </div>
    </CardRow>
  )
}

function EndingFacts({ record }: { record: RecordEnding }) {
  const { t } = useTranslation('recordEndings')
  const locale = useLocale()
  const { lastSessionAt, keptUntil, from, years, listedAt, state } = record
  const dayOf = (day: string) => dateText(day, locale.language)
  const last = lastSessionAt === null ? '' : dayOf(localDay(lastSessionAt, locale))
  const listedLongOn = shiftDay(localDay(listedAt, locale), leastListedDays)
  const erasedOn = shiftDay(keptUntil, 1)
  return (
    <>
      <div className={classes.facts}>
        <MetaList>
          {[t('until', { day: dayOf(keptUntil) }), last ? t('lastSession', { day: last }) : t('noSession')]}
        </MetaList>
      </div>
      <div className={classes.facts}>{t(`reason.${from}`, { count: years, day: last })}</div>
      {state === 'confirmed' && (
        <div className={classes.facts}>
          {t('erasedFrom', { day: dayOf(erasedOn > listedLongOn ? erasedOn : listedLongOn) })}
        </div>
      )}
    </>
  )
}

/** A button that takes a confirmation back. */
function UndoButton({ record: { clientId, name } }: { record: RecordEnding }) {
  const { t } = useTranslation(['recordEndings', 'common'])
  const undo = useEndingChange(() => api.recordRetention.undoEnding({ clientId }), t('undo.done'))
  return (
    <Button
      variant="default"
      loading={undo.isPending}
      aria-label={t('common:labelled', { label: t('undo.action'), text: name })}
      onClick={() => undo.mutate()}
    >
      {t('undo.action')}
    </Button>
  )
}
