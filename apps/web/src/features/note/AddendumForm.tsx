import { type Note as SignedNote, noteMaximum } from '@attune/contract/features/note'
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { holdUnsaved } from '../../platform/unsaved.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { kept } from './kept.ts'
import classes from './note.module.css'
import { useNoteCache } from './use-note.ts'

type Props = { name: string; note: SignedNote; unsigned: string; onDone: () => void }

/** Adds to a signed note. Its id is made once, so that sent twice it stands once; until then it lies on this device. */
export function AddendumForm({ name, note, unsigned, onDone }: Props) {
  const { t } = useTranslation('note')
  const cache = useNoteCache(note.sessionId)
  const [id] = useState(newId)
  const [found] = useState(() => kept.read(name)?.text ?? '')
  const [text, setText] = useState(() => [found, unsigned].filter((part) => part !== '').join('\n\n'))
  const empty = text.trim() === ''
  useEffect(() => (empty ? undefined : holdUnsaved()), [empty])
  useEffect(() => {
    if (empty) kept.drop(name)
    else kept.keep(name, { text, version: note.version })
  }, [empty, name, text, note.version])
  const add = useMutation({
    mutationFn: () => api.note.addendum({ id, sessionId: note.sessionId, text }),
    onSuccess: (after) => {
      kept.drop(name)
      cache.put(after)
      toast.success(t('addendum.done'))
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!empty && !add.isPending) add.mutate()
  }
  return (
    <form className={classes.addendum} onSubmit={submit}>
      {unsigned ? <Note kind="warning">{t('addendum.unsigned')}</Note> : found && <Note>{t('back')}</Note>}
      <Textarea
        label={t('addendum.title')}
        description={t('addendum.hint')}
        autosize
        minRows={3}
        maxRows={20}
        maxLength={noteMaximum}
        autoFocus
        styles={{ input: { fontSize: 16 } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {add.isError && (
        <Note kind="danger" urgent>
          {t('addendum.failed')}
        </Note>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          disabled={add.isPending}
          onClick={() => {
            kept.drop(name)
            onDone()
          }}
        >
          {t('addendum.back')}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={empty}>
          {t('addendum.submit')}
        </Button>
      </Group>
    </form>
  )
}
