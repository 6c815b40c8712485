import type { WaitingEntryId } from '@attune/contract/common/ids'
import type { FreedTime, WaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { momentInSentence, momentText, timeText } from '../../../ui/page/date-text.ts'
import { useWaitingListChange } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'

type Props = {
  freed: FreedTime
  entries: readonly WaitingEntry[]
  onSchedule: (entry: WaitingEntry, startsAt: string) => void
}

/**
 * Shows a time that became free, and the clients for whom it is suitable. Clients with an account can get an offer; the therapist calls the others.
 */
export function FreedTimeRow({ freed, entries, onSchedule }: Props) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  const now = useNow()
  const { startsAt, endsAt, entryIds, calls } = freed
  const when = momentText(startsAt, locale, now, 'title')
  const nameOf = (id: WaitingEntryId | undefined) => entries.find((entry) => entry.id === id)?.clientName
  const first = nameOf(entryIds[0])
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <strong className={classes.when}>
          {when}–{timeText(endsAt, locale)}
        </strong>
        {(entryIds.length > 0 || calls.length === 0) && (
          <div className={classes.facts}>
            <MetaList>
              {t('freed.fits', { count: entryIds.length })}
              {first ? t('freed.first', { name: first }) : ''}
            </MetaList>
          </div>
        )}
        {calls.map(({ entryId, startsAt: at }) => {
          const entry = entries.find(({ id }) => id === entryId)
          return entry && <Call key={entryId} entry={entry} at={at} onSchedule={() => onSchedule(entry, at)} />
        })}
      </div>
      <OfferAction freed={freed} when={when} />
    </CardRow>
  )
}

/** Shows a client without an account for whom the time is suitable, with a button that schedules the session. */
function Call({ entry, at, onSchedule }: { entry: WaitingEntry; at: string; onSchedule: () => void }) {
  const { t } = useTranslation('waitingList')
  const locale = useLocale()
  const name = entry.clientName
  return (
    <div className={classes.call}>
      <span className={classes.facts}>{t('freed.call', { name })}</span>
      <Button
        size="sm"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('entries.scheduleOf', { when: momentInSentence(at, locale), name })}
        onClick={onSchedule}
      >
        {t('freed.schedule')}
      </Button>
    </div>
  )
}

/** The button that offers the time to the clients with an account. */
function OfferAction({ freed: { id, isOffered, entryIds, calls }, when }: { freed: FreedTime; when: string }) {
  const { t } = useTranslation('waitingList')
  const offer = useWaitingListChange(api.waitingList.offerFreed, t('done.offering'))
  // While an offer of this time is open, the therapist cannot offer the time to other clients.
  if (isOffered) return calls.length === 0 && <span className={classes.facts}>{t('freed.offered')}</span>
  if (entryIds.length === 0) return null
  return (
    <Button loading={offer.isPending} aria-label={t('freed.offerOf', { when })} onClick={() => offer.mutate({ id })}>
      {t('freed.offer')}
    </Button>
  )
}
