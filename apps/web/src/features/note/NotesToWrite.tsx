import { shortName } from '@attune/contract/features/account.rules'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useLocale } from '../../platform/use-locale.ts'
import { momentText } from '../../ui/page/date-text.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { Pending } from '../../ui/page/RevealTogether.tsx'
import classes from './note.module.css'
import { useNotesToWrite } from './use-notes-to-write.ts'

const shownAtFirst = 5

/** Lists past sessions without a signed note. Renders nothing if there are none. */
export function NotesToWrite() {
  const { t } = useTranslation('note')
  const reader = useLocale()
  const [all, setAll] = useState(false)
  const read = useNotesToWrite()
  if (read.isPending) return <Pending />
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  const shown = all ? items : items.slice(0, shownAtFirst)
  const toPage = <TextLink to="/dashboard/therapist/notes">{t('queue.openPage')}</TextLink>
  return (
    <Section title={t('toWrite.title')} count={items.length} rows action={toPage}>
      <ul className={classes.rows}>
        {shown.map(({ session, begun }) => {
          const names = session.participants.map(shortName).join(', ')
          const [one, ...others] = session.participants
          return (
            <li key={session.id} className={classes.row}>
              <PersonAvatar
                personId={one?.personId ?? session.id}
                name={one ? `${one.firstName} ${one.lastName}` : names}
                url={others.length ? null : (one?.avatarUrl ?? null)}
                size={32}
              />
              <div className={classes.words}>
                <Link
                  className={classes.link}
                  to="/dashboard/$userType/sessions/session-details"
                  params={{ userType: 'therapist' }}
                  search={{ id: session.id }}
                >
                  {names}
                </Link>
                <time className={classes.hint} dateTime={session.startsAt}>
                  {momentText(session.startsAt, reader)}
                </time>
              </div>
              {begun && <StatusBadge icon={IconPencil}>{t('toWrite.begun')}</StatusBadge>}
            </li>
          )
        })}
      </ul>
      {items.length > shown.length && (
        <Button variant="subtle" size="compact-sm" mx="sm" mb="xs" onClick={() => setAll(true)}>
          {t('toWrite.all', { count: items.length })}
        </Button>
      )}
    </Section>
  )
}
