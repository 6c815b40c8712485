import type { Note } from '@attune/contract/features/note'
import { Button } from '@mantine/core'
import { IconPlus, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Mark } from '../../ui/Mark.tsx'
import { momentText, momentWithin } from '../../ui/moment.ts'
import { AddendumForm } from './AddendumForm.tsx'
import { kept } from './kept.ts'
import { NoteFrame } from './NoteCard.tsx'
import classes from './note.module.css'

type Props = {
  note: Note
  account: string
  /** Words written on another device while it was signed, which belong into an addendum. */
  left: string
}

/** A signed note: read, never changed; what came later stands below with its own date. */
export function SignedNote({ note, account, left }: Props) {
  const { t } = useTranslation('note')
  const reader = useReader()
  const name = `addendum-${account}-${note.sessionId}`
  // What was being written on the note when it was signed is found here too, after a closed tab.
  const [unsigned] = useState(() => {
    const draft = `note-${account}-${note.sessionId}`
    const text = left || kept.read(draft)?.text || ''
    kept.drop(draft)
    return text === note.text ? '' : text
  })
  const [writing, setWriting] = useState(() => unsigned !== '' || kept.read(name) !== null)
  const signed = note.signedAt && (
    <Mark icon={IconSignature}>{t('signed.at', { when: momentWithin(note.signedAt, reader) })}</Mark>
  )
  return (
    <NoteFrame state={signed}>
      <div className={classes.read}>{note.text}</div>
      {note.addenda.map((addendum) => (
        <section key={addendum.id} className={classes.addendum}>
          <h3>
            {t('addendum.title')}
            <time dateTime={addendum.at}>{momentText(addendum.at, reader)}</time>
          </h3>
          <div className={classes.read}>{addendum.text}</div>
        </section>
      ))}
      {writing ? (
        <AddendumForm name={name} note={note} unsigned={unsigned} onDone={() => setWriting(false)} />
      ) : (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setWriting(true)}
        >
          {t('addendum.add')}
        </Button>
      )}
    </NoteFrame>
  )
}
