import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import type { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { SavedValueDraft } from '../../../../platform/autosave/saved-value.draft.ts'
import classes from '../note.module.css'
import { inputOfPart, type PartOfNote } from './note-part.ts'
import { useNoteCache } from './use-note.ts'

type Props = {
  part: PartOfNote
  draft: ReturnType<typeof useDraft<{ text: string }>>
  /** Unsaved text that this browser stored before the note was signed on another device, and the draft that contains it. */
  late: { kept: SavedValueDraft<string>; text: string }
  onDone: () => void
}

/**
 * Adds an addendum to a signed note. The id is created only once, so that a retry adds no second addendum. Unsaved text is stored in this browser.
 */
export function AddendumForm({ part, draft, late, onDone }: Props) {
  const { t } = useTranslation('note')
  const { text } = draft.value
  useLateText(draft, late)
  const add = useAddendum({ part, draft, onDone })
  const empty = !isFilled(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!empty && !add.isPending) add.mutate()
  }
  const leave = () => {
    draft.forget({ text: '' })
    onDone()
  }
  return (
    <form className={classes.addendum} onSubmit={submit}>
      {late.text ? <Callout kind="warning">{t('addendum.unsigned')}</Callout> : <DraftCallout draft={draft} />}
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
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      {add.isError && (
        <Callout kind="danger" urgent>
          {t('addendum.failed')}
        </Callout>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={add.isPending} onClick={leave}>
          {t('addendum.back')}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={empty}>
          {t('addendum.submit')}
        </Button>
      </Group>
    </form>
  )
}

/** Appends the unsaved text from before the note was signed to the draft of the addendum. Appends the text only once. */
function useLateText(draft: Props['draft'], late: Props['late']) {
  const { text } = draft.value
  const takeLate = useEffectEvent(() => {
    if (!late.text || text.includes(late.text)) return
    draft.change({ text: [text, late.text].filter((part) => part !== '').join('\n\n') })
    late.kept.discard()
  })
  useEffect(() => takeLate(), [])
}

function useAddendum({ part, draft, onDone }: Omit<Props, 'late'>) {
  const { t } = useTranslation('note')
  const cache = useNoteCache(part)
  const [id] = useState(createId)
  const { text } = draft.value
  return useMutation({
    mutationFn: () => api.note.addendum({ id, ...inputOfPart(part), text }),
    onSuccess: (after) => {
      draft.forget({ text: '' })
      cache.put(after)
      toast.success(t('addendum.done'))
      onDone()
    },
  })
}
