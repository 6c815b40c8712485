import type { SessionToWrite } from '@attune/contract/features/care/note/note'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { NextPageButton } from '../../../ui/list/NextPageButton.tsx'
import { agoText, momentText } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import classes from './client-note/client-notes.module.css'

type Props = {
  read: Parameters<typeof NextPageButton>[0]['of']
  items: readonly SessionToWrite[]
  current: string
  onOpen: (item: SessionToWrite) => void
}

/** Lists the sessions whose notes must be written, each with its age. */
export function QueueList({ read, items, current, onOpen }: Props) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const now = useNow()
  return (
    <>
      <ul className={classes.rows} aria-label={t('queue.title')}>
        {items.map((item) => (
          <li key={item.session.id}>
            <button
              type="button"
              className={classes.row}
              aria-current={item.session.id === current || undefined}
              onClick={() => onOpen(item)}
            >
              <span className={classes.day}>{item.session.participants.map(shortName).join(', ')}</span>
              <span className={classes.fact}>{t(item.begun ? 'list.unsigned' : 'mark.toWrite')}</span>
              <MissingParts {...item} />
              <span className={classes.excerpt}>
                {momentText(item.session.startsAt, locale)} · {agoText(item.session.endsAt, locale.language, now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <NextPageButton of={read}>{t('list.more')}</NextPageButton>
    </>
  )
}

/** Names the clients whose part of the note is missing, if the session has several clients. */
function MissingParts({ session: { participants }, clientIds }: SessionToWrite) {
  const { t, i18n } = useTranslation('note')
  if (participants.length < 2) return null
  const names = participants.filter(({ clientId }) => clientIds.includes(clientId)).map(({ firstName }) => firstName)
  return (
    <span className={classes.excerpt}>
      {t('queue.missing', {
        names: names.length > 0 ? new Intl.ListFormat(i18n.resolvedLanguage).format(names) : t('parts.shared'),
      })}
    </span>
  )
}
