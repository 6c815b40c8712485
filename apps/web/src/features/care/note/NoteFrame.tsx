import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './note.module.css'

type Props = { title?: string; state?: ReactNode; children: ReactNode }

/** Renders the card around a note. The card shows who can read the note. */
export function NoteFrame({ title, state, children }: Props) {
  const { t } = useTranslation('note')
  const who = (
    <span className={classes.who}>
      <IconLock size={15} stroke={1.75} aria-hidden />
      {t('private')}
    </span>
  )
  return (
    <div id="note">
      <Section title={title ?? t('title')} hint={who} action={state}>
        {children}
      </Section>
    </div>
  )
}
