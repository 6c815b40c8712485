import type { MeasureId } from '@attune/contract/common/ids'
import { maxChecklistItems } from '@attune/contract/features/care/task/task.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import { ActionIcon, Button, Group, Stack, Switch, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { createId, orpc } from '../../../../platform/api/api.ts'
import { MeasureOrigin } from '../fill/measure/MeasureOrigin.tsx'
import { hasQuestions, type TaskProblems, type TaskContent } from './task-assignment.ts'

type Props = { value: TaskContent; onChange: (change: Partial<TaskContent>) => void; problems: TaskProblems }

/** Renders the fields that the type of a task needs. */
export function TaskKindFields({ value, onChange, problems }: Props) {
  const { t } = useTranslation('taskAssign')
  const { kind } = value
  const text = (key: 'question' | 'low' | 'high', maximumLength: number) => ({
    label: t(`checkIn.${key}`),
    maxLength: maximumLength,
    value: value[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <>
      {kind === 'checklist' && <ChecklistItems value={value} onChange={onChange} wrong={problems.items} />}
      {kind === 'check-in' && (
        <>
          <TextInput
            {...text('question', textLengths.question)}
            required
            placeholder={t('checkIn.example')}
            error={problems.question && t('problem.question')}
          />
          <Group grow gap="sm">
            <TextInput {...text('low', textLengths.scaleEnd)} placeholder={t('checkIn.lowExample')} />
            <TextInput {...text('high', textLengths.scaleEnd)} placeholder={t('checkIn.highExample')} />
          </Group>
        </>
      )}
      {kind === 'measure' && value.measureId && <MeasureLicence id={value.measureId} />}
      {hasQuestions(kind) && <QuestionnaireOptions value={value} onChange={onChange} />}
    </>
  )
}

/** Shows the publisher of the chosen questionnaire and the licence under which it is used. */
function MeasureLicence({ id }: { id: MeasureId }) {
  const { data } = useQuery(orpc.measure.get.queryOptions({ input: { id } }))
  return data ? <MeasureOrigin content={data.content} /> : null
}

/** Lets the therapist choose whether the client sees the result of a questionnaire. */
function QuestionnaireOptions({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation('taskAssign')
  return (
    <Switch
      label={t('showResult.label')}
      description={t('showResult.hint')}
      checked={value.showResult}
      onChange={(event) => onChange({ showResult: event.currentTarget.checked })}
    />
  )
}

/** Renders the fields for the items of a checklist. The Enter key adds another item. */
function ChecklistItems({
  value,
  onChange,
  wrong,
}: {
  value: TaskContent
  onChange: Props['onChange']
  wrong?: boolean
}) {
  const { t } = useTranslation('taskAssign')
  const { items } = value
  const label = useId()
  const set = (next: TaskContent['items']) => onChange({ items: next })
  const add = () => items.length < maxChecklistItems && set([...items, { id: createId(), text: '' }])
  return (
    <div role="group" aria-labelledby={label}>
      <Text component="div" size="sm" fw={550} mb={4} id={label}>
        {t('items.label')}
      </Text>
      <Stack gap={6}>
        {items.map((item, at) => (
          <ChecklistItem
            key={item.id}
            text={item.text}
            number={at + 1}
            error={wrong && at === 0 && t('problem.items')}
            autoFocus={at > 0 && at === items.length - 1 && item.text === ''}
            onChange={(text) => set(items.map((one) => (one.id === item.id ? { ...one, text } : one)))}
            onEnter={add}
            onRemove={items.length > 1 ? () => set(items.filter((one) => one.id !== item.id)) : undefined}
          />
        ))}
      </Stack>
      <Button
        mt={6}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={items.length >= maxChecklistItems}
        onClick={add}
      >
        {t('items.add')}
      </Button>
    </div>
  )
}

type ItemProps = Pick<TextInputProps, 'error' | 'autoFocus'> & {
  text: string
  number: number
  onChange: (text: string) => void
  onEnter: () => void
  onRemove: (() => void) | undefined
}

function ChecklistItem({ text, number, onChange, onEnter, onRemove, ...input }: ItemProps) {
  const { t } = useTranslation('taskAssign')
  return (
    <Group gap={6} wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('items.one', { number })}
        maxLength={textLengths.checklistItem}
        value={text}
        {...input}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {onRemove && (
        <ActionIcon aria-label={t('items.remove', { number })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
