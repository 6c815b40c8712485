import type { Note, NoteSummary } from '@attune/contract/features/care/note/note'
import { Skeleton } from '@mantine/core'
import { IconLock, IconPencil, IconSignature, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { dateText, localDay, momentInSentence } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { Addenda } from '../session-note/Addenda.tsx'
import { AssistanceRow } from '../AssistanceRow.tsx'
import classes from './client-notes.module.css'
import type { PartOfNote } from '../session-note/note-part.ts'
import { useNote } from '../session-note/use-note.ts'
import { StoredNote } from '../WrittenNote.tsx'

type Props = { part: PartOfNote; summary: NoteSummary | undefined }

/** A part of the note on a session, read-only. A link leads to the session, where it can be edited. */
export function NoteReader({ part, summary }: Props) {
  const { t } = useTranslation(['note', 'session'])
  const locale = useLocale()
  const read = useNote(part)
  const note = read.data
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <div>
          {summary && <h2>{dateText(localDay(summary.startsAt, locale), locale.language)}</h2>}
          {summary && (
            <MetaList>
              {summary.place !== null && t('list.place', { number: summary.place })}
              {t(`session:kind.${summary.therapyType}`)}
              {t(`session:format.${summary.format}`)}
            </MetaList>
          )}
          {summary?.isShared && <StatusBadge icon={IconUsers}>{t('list.shared')}</StatusBadge>}
        </div>
        <ButtonLink
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: part.sessionId }}
        >
          {t(note?.signedAt ? 'list.open' : 'list.edit')}
        </ButtonLink>
      </header>
      <div className={classes.body}>
        {note && <StoredNote text={note.text} content={note.content} />}
        {note && <AssistanceRow note={note} />}
        {note && <Addenda of={note.addenda} />}
        <Query of={read} pending={<Skeleton height={200} radius={10} />} failed={t('loadFailed')} again={t('again')} />
      </div>
      <Foot note={note} />
    </article>
  )
}

/** Shows who can read the note, and when it was signed or saved. */
function Foot({ note }: { note: Note | undefined }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return (
    <footer className={classes.foot}>
      <span>
        <IconLock size={15} stroke={1.75} aria-hidden />
        {t('private')}
      </span>
      {note?.signedAt && (
        <StatusBadge icon={IconSignature}>
          {t('signed.at', { when: momentInSentence(note.signedAt, locale) })}
        </StatusBadge>
      )}
      {note && !note.signedAt && note.updatedAt && (
        <span>{t('state.saved', { when: momentInSentence(note.updatedAt, locale) })}</span>
      )}
    </footer>
  )
}
