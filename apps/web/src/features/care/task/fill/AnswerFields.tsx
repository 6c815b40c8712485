import type { ChecklistItemId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { thoughtRecordFields } from '@attune/contract/features/care/task/task.rules'
import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MeasureFields } from './measure/MeasureFields.tsx'
import { QuestionnaireFields } from './QuestionnaireFields.tsx'
import { CheckInScale } from './CheckInScale.tsx'

type Props = {
  form: TaskForm
  value: TaskAnswer
  onChange: (answer: TaskAnswer) => void
  /** The index of the current step, starting at 0, if the form has several steps. */
  step?: number
  /** Whether the items of a questionnaire are asked one at a time. */
  isOneByOne?: boolean
  /** Whether missing answers are marked. */
  marksMissing?: boolean
}

/** Renders the input fields of an answer, according to the form of the task. */
export function AnswerFields({ form, value, onChange, step = 0, isOneByOne = false, marksMissing = false }: Props) {
  const { t } = useTranslation('taskForms')
  const note = 'note' in value && (
    <LongTextField
      label={t(value.kind === 'plain' ? 'note.plain' : 'note.more')}
      hint={t('note.hint')}
      value={value.note}
      onChange={(next) => onChange({ ...value, note: next })}
    />
  )
  if (form.kind === 'questionnaire' && value.kind === 'questionnaire')
    return <QuestionnaireFields value={value} onChange={onChange} step={isOneByOne ? step : null} />
  if (form.kind === 'measure' && value.kind === 'measure' && form.copy)
    return (
      <MeasureFields
        copy={form.copy}
        value={value}
        onChange={onChange}
        step={isOneByOne ? step : null}
        marksMissing={marksMissing}
      />
    )
  if (form.kind === 'checklist' && value.kind === 'checklist')
    return (
      <Stack gap="md">
        <ChecklistField items={form.items} value={value} onChange={onChange} />
        {note}
      </Stack>
    )
  if (form.kind === 'check-in' && value.kind === 'check-in')
    return step === 0 ? (
      <CheckInScale form={form} value={value.value} onChange={(next) => onChange({ ...value, value: next })} />
    ) : (
      note
    )
  const field = thoughtRecordFields[step]
  if (value.kind === 'thought-record' && field)
    return (
      <LongTextField
        key={field}
        label={t(`thought.${field}.label`)}
        hint={t(`thought.${field}.hint`)}
        value={value[field]}
        onChange={(next) => onChange({ ...value, [field]: next })}
      />
    )
  return note
}

type ChecklistProps = {
  items: Extract<TaskForm, { kind: 'checklist' }>['items']
  value: Extract<TaskAnswer, { kind: 'checklist' }>
  onChange: Props['onChange']
}

function ChecklistField({ items, value, onChange }: ChecklistProps) {
  const { t } = useTranslation('taskForms')
  const set = (id: ChecklistItemId, is: boolean) =>
    onChange({ ...value, done: is ? [...value.done, id] : value.done.filter((one) => one !== id) })
  return (
    <Checkbox.Group label={t('checklist')} value={value.done}>
      <Stack gap="sm" mt={8}>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            value={item.id}
            label={item.text}
            onChange={(event) => set(item.id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

type LongTextFieldProps = { label: string; hint: string; value: string; onChange: (value: string) => void }

function LongTextField({ label, hint, value, onChange }: LongTextFieldProps) {
  return (
    <Textarea
      label={label}
      description={hint}
      size="md"
      autosize
      minRows={2}
      maxRows={14}
      maxLength={textLengths.taskAnswer}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
