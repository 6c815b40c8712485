import type { WaitingEntry, WaitingOffer } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { IconClockHour4, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { dateText, localDay, momentInSentence } from '../../../ui/page/date-text.ts'
import { useWaitingListChange } from './use-waiting-list.ts'
import { useWishText } from './use-wish-text.ts'
import classes from './waiting-list.module.css'

/** A waiting client with the requested times, the open offer or the next suitable free times, and the actions. */
export function WaitingEntryRow({
  entry,
  onSchedule,
}: {
  entry: WaitingEntry
  onSchedule: (startsAt: string) => void
}) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  const wishText = useWishText()
  const remove = useWaitingListChange(api.waitingList.remove, t('done.removed'))
  const withdraw = useWaitingListChange(api.waitingList.withdrawOffer, t('done.withdrawn'))
  const { id, clientName, personId, sessionStartsAt, offer, typeName, since, hasAccount } = entry
  const items = [
    ...(offer ? [{ label: t('entries.withdraw'), icon: IconX, onClick: () => withdraw.mutate({ id: offer.id }) }] : []),
    { label: t('entries.remove'), icon: IconTrash, danger: true, onClick: () => remove.mutate({ id }) },
  ]
  return (
    <CardRow>
      <PersonAvatar personId={personId} name={clientName} url={null} size={40} />
      <div className={classes.texts}>
        <strong>{clientName}</strong>
        <div className={classes.facts}>
          {sessionStartsAt
            ? t('entries.earlier', { when: momentInSentence(sessionStartsAt, locale) })
            : t('entries.further')}
        </div>
        <div className={classes.facts}>
          <MetaList>
            {[
              typeName,
              ...wishText(entry),
              t('entries.since', { day: dateText(localDay(since, locale), locale.language) }),
            ]}
          </MetaList>
        </div>
        {offer ? <OpenOffer offer={offer} /> : <NextTimes entry={entry} onSchedule={onSchedule} />}
        {!hasAccount && <div className={classes.facts}>{t('entries.noAccount', { name: clientName })}</div>}
      </div>
      <ActionMenu label={t('entries.actions', { name: clientName })} items={items} />
    </CardRow>
  )
}

function OpenOffer({ offer }: { offer: WaitingOffer }) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  return (
    <StatusBadge icon={IconClockHour4} tone="info">
      {t('entries.offered', {
        when: momentInSentence(offer.startsAt, locale),
        until: momentInSentence(offer.expiresAt, locale),
      })}
    </StatusBadge>
  )
}

type TimesProps = { entry: WaitingEntry; onSchedule: (startsAt: string) => void }

/** The next free times that fit. A button offers each time, or schedules it for a client without an account. */
function NextTimes({ entry, onSchedule }: TimesProps) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  const { clientName: name, hasAccount } = entry
  const offer = useWaitingListChange(
    (startsAt: string) => api.waitingList.offer({ id: createId(), entryId: entry.id, startsAt }),
    t('done.offered', { name }),
  )
  const action = hasAccount ? 'offer' : 'schedule'
  if (entry.times.length === 0) return <div className={classes.facts}>{t('entries.noTimes')}</div>
  return (
    <div className={classes.times} role="group" aria-label={t('entries.times', { name })}>
      {entry.times.map((startsAt) => (
        <button
          key={startsAt}
          type="button"
          className={classes.day}
          disabled={offer.isPending}
          aria-haspopup={hasAccount ? undefined : 'dialog'}
          aria-label={t(`entries.${action}Of`, { when: momentInSentence(startsAt, locale), name })}
          onClick={() => (hasAccount ? offer.mutate(startsAt) : onSchedule(startsAt))}
        >
          {t(`entries.${action}`, { when: momentInSentence(startsAt, locale) })}
        </button>
      ))}
    </div>
  )
}
