import { formLimits, isAnswered, isChoiceField } from '@attune/contract/features/care/form/form.rules'
import type { FormElement, FormView } from '@attune/contract/features/care/form/form.schemas'
import { ActionIcon, Switch, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../Form.module.css'
import { OptionsField } from './OptionsField.tsx'

type Props = {
  field: FormElement
  number: number
  count: number
  problem: FormView['problems'][number]['problem'] | null
  onChange: (part: Partial<FormElement>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Edits a field. Its buttons, or Alt and an arrow key anywhere in the field, move it up or down. */
export function FieldEditor({ field, number, count, problem, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation('form')
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li id={`field-${field.id}`} className={classes.field} data-problem={problem ?? undefined} onKeyDown={press}>
      <FieldHead field={field} number={number} count={count} onMove={onMove} onRemove={onRemove} />
      <FieldTexts field={field} problem={problem} onChange={onChange} />
      {field.type === 'signature' && (
        <Switch
          label={t('field.forGuardian')}
          description={t('field.forGuardianHint')}
          checked={field.isForGuardian === true}
          onChange={(event) => onChange({ isForGuardian: event.currentTarget.checked })}
        />
      )}
      {isAnswered(field.type) && (
        <Switch
          label={t('field.required')}
          checked={field.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      )}
    </li>
  )
}

type HeadProps = Pick<Props, 'field' | 'number' | 'count' | 'onMove' | 'onRemove'>

function FieldHead({ field, number, count, onMove, onRemove }: HeadProps) {
  const { t } = useTranslation(['form', 'common'])
  const buttons = [
    { icon: IconArrowUp, label: t('field.up'), off: number === 1, act: () => onMove(-1) },
    { icon: IconArrowDown, label: t('field.down'), off: number === count, act: () => onMove(1) },
    { icon: IconTrash, label: t('field.remove'), off: false, act: onRemove },
  ]
  return (
    <div className={classes.fieldHead}>
      <span>
        {number}. {t(`type.${field.type}`)}
      </span>
      {buttons.map(({ icon: Icon, label, off, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('common:labelled', { label, text: field.label || String(number) })}
          // Not `disabled`, because the button would lose the focus when the field reaches an end of the list.
          aria-disabled={off}
          data-disabled={off || undefined}
          onClick={() => !off && act()}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}

function FieldTexts({ field, problem, onChange }: Pick<Props, 'field' | 'problem' | 'onChange'>) {
  const { t } = useTranslation('form')
  const isLong = field.type === 'paragraph'
  const labels = { paragraph: 'field.paragraph', heading: 'field.heading' } as const
  return (
    <>
      <Textarea
        label={t(field.type === 'paragraph' || field.type === 'heading' ? labels[field.type] : 'field.label')}
        error={problem === 'label' && t('problem.label', { number: '' })}
        autosize
        minRows={isLong ? 3 : 1}
        maxRows={20}
        maxLength={isLong ? formLimits.paragraph : formLimits.label}
        value={field.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      {!isLong && field.type !== 'heading' && (
        <TextInput
          label={t('field.hint')}
          maxLength={formLimits.hint}
          value={field.hint}
          onChange={(event) => onChange({ hint: event.currentTarget.value })}
        />
      )}
      {isChoiceField(field.type) && <OptionsField field={field} problem={problem} onChange={onChange} />}
    </>
  )
}
