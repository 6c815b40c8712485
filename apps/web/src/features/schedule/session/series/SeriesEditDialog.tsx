import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import {
  clientsOf,
  FormatAndLocationFields,
  formatAndLocationOf,
  isVideoLink,
  editedFieldsOf,
  type FormatAndLocation,
} from '../fields/FormatAndLocationFields.tsx'
import { counterpartName } from '../summary/status.tsx'
import { useSeriesChange, useSeriesRefusalText, type SeriesTarget } from './use-series-change.ts'

/** Edits format, location and the place of the video calls of several sessions of a series at once. */
export function SeriesEditDialog({ session, scope, onClose }: SeriesTarget & { onClose: () => void }) {
  const { t } = useTranslation(['series', 'sessionDialog'])
  const refusal = useSeriesRefusalText()
  const draft = useDraft(`series-edit-${scope}-${session.id}`, () => formatAndLocationOf(session))
  const facts = draft.value
  const [wrongLink, setWrongLink] = useState(false)
  const act = useSeriesChange({ session, scope }, 'edited', () => {
    draft.forget()
    onClose()
  })
  const change = (part: Partial<FormatAndLocation>) => {
    draft.change({ ...facts, ...part })
    setWrongLink(false)
  }
  const submit = () => {
    const wrong = !isVideoLink(facts)
    setWrongLink(wrong)
    if (!wrong) act.mutate(editedFieldsOf(facts))
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
      problem={act.isError && refusal(act.error)}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <FormatAndLocationFields facts={facts} clients={clientsOf(session)} onChange={change} wrongLink={wrongLink} />
      <Text size="sm" c="dimmed">
        {t('alone')} {t('oneMessage', { name: counterpartName(session, 'therapist') })}
      </Text>
    </FormDialog>
  )
}
