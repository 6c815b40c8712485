import type { FreedTime, WaitingEntry } from '@attune/contract/features/waiting-list'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { CardRow } from '../../ui/page/Section.tsx'
import { useNow } from '../../ui/page/use-now.ts'
import { momentText, timeText } from '../../ui/page/date-text.ts'
import { useWaitingListChange } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'

/** A time that became free, and who could come then. */
export function FreedTimeRow({ freed, entries }: { freed: FreedTime; entries: readonly WaitingEntry[] }) {
  const { t } = useTranslation('waitingList')
  const reader = useLocale()
  const now = useNow()
  const offer = useWaitingListChange(api.waitingList.offerFreed, t('done.offering'))
  const { id, startsAt, endsAt, isOffered, entryIds } = freed
  const when = momentText(startsAt, reader, now, 'title')
  const first = entries.find((entry) => entry.id === entryIds[0])
  return (
    <CardRow wraps>
      <div className={classes.words}>
        <strong className={classes.when}>
          {when}–{timeText(endsAt, reader)}
        </strong>
        <div className={classes.facts}>
          <MetaList>
            {t('freed.fits', { count: entryIds.length })}
            {first ? t('freed.first', { name: first.clientName }) : ''}
          </MetaList>
        </div>
      </div>
      {isOffered ? (
        <span className={classes.facts}>{t('freed.offered')}</span>
      ) : (
        <Button
          loading={offer.isPending}
          aria-label={t('freed.offerOf', { when })}
          onClick={() => offer.mutate({ id })}
        >
          {t('freed.offer')}
        </Button>
      )}
    </CardRow>
  )
}
