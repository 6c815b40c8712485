import type { MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useMeasureRefusalText } from '../use-measure-list.ts'
import { useReleaseMeasure } from '../write/use-measure-editor.ts'

type Props = { view: MeasureView; onClose: () => void; onChanged: (theirs: MeasureView) => void }

/** Releases the draft of a measure. After a first version, asks whether the scores of both can be compared. */
export function ReleaseMeasureDialog({ view, onClose, onChanged }: Props) {
  const { t } = useTranslation('measure')
  const isFirst = view.version === null
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(isFirst ? 'no' : null)
  const [isChecked, setIsChecked] = useState(false)
  const refusal = useMeasureRefusalText()
  const release = useReleaseMeasure(view, {
    onDone: () => {
      onClose()
      toast.success(t('release.done'))
    },
    onChanged: (theirs) => {
      onClose()
      onChanged(theirs)
    },
  })
  const submit = () => {
    setIsChecked(true)
    if (answer) release.mutate(answer === 'yes')
  }
  return (
    <FormDialog
      title={t('release.title')}
      submit={t('release.action')}
      back={t('back')}
      busy={release.isPending}
      problem={release.error && refusal(release.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text>{t(isFirst ? 'release.first' : 'release.again')}</Text>
      {!isFirst && (
        <Radio.Group
          label={t('release.compare')}
          description={t('release.compareHint')}
          error={isChecked && !answer && t('release.choose')}
          value={answer}
          onChange={(value) => setAnswer(value === 'yes' ? 'yes' : 'no')}
        >
          <Stack gap="sm" mt="sm">
            <Radio value="yes" label={t('release.yes')} />
            <Radio value="no" label={t('release.no')} />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
