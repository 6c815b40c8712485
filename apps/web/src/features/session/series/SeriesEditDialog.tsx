import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { FactsFields, factsOf, isLink, linkOf, type Facts } from '../FactsFields.tsx'
import { calledBy } from '../marks.tsx'
import { Unsent } from '../Unsent.tsx'
import { useSeriesChange, useSeriesRefusal, type Concerned } from './use-change.ts'

/** Edits format, location and link of several sessions of a series at once. */
export function SeriesEditDialog({ session, scope, onClose }: Concerned & { onClose: () => void }) {
  const { t } = useTranslation(['series', 'sessionDialog'])
  const refusal = useSeriesRefusal()
  const draft = useDraft(`series-edit-${scope}-${session.id}`, () => factsOf(session))
  const facts = draft.value
  const [wrongLink, setWrongLink] = useState(false)
  const act = useSeriesChange({ session, scope }, 'edited', () => {
    draft.forget()
    onClose()
  })
  const change = (part: Partial<Facts>) => {
    draft.change({ ...facts, ...part })
    setWrongLink(false)
  }
  const submit = () => {
    const wrong = facts.format === 'video' && !isLink(facts.link)
    setWrongLink(wrong)
    const { format, location } = facts
    if (!wrong) act.mutate({ format, location, videoUrl: linkOf(facts) })
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`edit.${scope}`)}
      submit={t('sessionDialog:editing.submit')}
      back={t('sessionDialog:editing.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      <FactsFields facts={facts} onChange={change} wrongLink={wrongLink} />
      <Text size="sm" c="dimmed">
        {t('alone')} {t('oneMessage', { name: calledBy(session, 'therapist') })}
      </Text>
      {act.isPending && <Unsent />}
      {act.isError && (
        <Note kind="danger" urgent>
          {refusal(act.error)}
        </Note>
      )}
    </FormDialog>
  )
}
