import type { Session } from '@attune/contract/features/session'
import { Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import classes from './note.module.css'
import { SignedNote } from './SignedNote.tsx'
import { useNote } from './use-note.ts'

/** The therapist's private note on a session: being written, or signed. */
export function NoteCard({ session }: { session: Session }) {
  const { t } = useTranslation('note')
  const read = useNote(session.id)
  if (read.data?.signedAt) return <SignedNote note={read.data} />
  if (read.data) return <NoteEditor note={read.data} session={session} />
  return (
    <NoteFrame>
      {read.isPending ? (
        <Skeleton height={240} radius={10} />
      ) : (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
    </NoteFrame>
  )
}

/** The card around a note, which says who can read it. */
export function NoteFrame({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('note')
  const who = (
    <span className={classes.who}>
      <IconLock size={15} stroke={1.75} aria-hidden />
      {t('private')}
    </span>
  )
  return (
    <Section title={t('title')} hint={who} action={state}>
      {children}
    </Section>
  )
}
