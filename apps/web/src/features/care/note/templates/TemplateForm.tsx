import type { NoteTemplate } from '@attune/contract/features/care/note/note'
import { noteTemplateLimits } from '@attune/contract/features/care/note/note.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import classes from './templates.module.css'
import { useTemplateChanges } from './use-note-templates.ts'

type Props = { template: NoteTemplate; isNew: boolean; onDone: () => void }
type Field = NoteTemplate['fields'][number]

/** Edits the name and the headings of a template. Rows without a heading are not saved. */
export function TemplateForm({ template, isNew, onDone }: Props) {
  const { t } = useTranslation('note')
  const [name, setName] = useState(template.name)
  const [fields, setFields] = useState(template.fields)
  const [isTried, setTried] = useState(false)
  const { save } = useTemplateChanges()
  const filled = fields.filter(({ heading }) => isFilled(heading))
  const nameMissing = isTried && !isFilled(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (save.isPending || !isFilled(name) || filled.length === 0) return
    save.mutate({ template: { id: template.id, name, fields: filled }, isNew }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('template.name')}
          placeholder={t('template.nameExample')}
          maxLength={noteTemplateLimits.name}
          value={name}
          error={nameMissing && t('template.nameMissing')}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Fields fields={fields} missing={isTried && filled.length === 0} onChange={setFields} />
        {save.isError && (
          <Callout kind="danger" urgent>
            {t('template.failed')}
          </Callout>
        )}
        <DialogFoot>
          <Button variant="default" disabled={save.isPending} onClick={onDone}>
            {t('template.back')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('template.save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

type FieldsProps = { fields: Field[]; missing: boolean; onChange: (fields: Field[]) => void }

function Fields({ fields, missing, onChange }: FieldsProps) {
  const { t } = useTranslation('note')
  const change = (at: number, part: Partial<Field>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...part } : field)))
  return (
    <div className={classes.fields}>
      {fields.map((field, at) => (
        <div key={at} role="group" aria-label={t('template.field', { number: at + 1 })} className={classes.field}>
          <TextInput
            label={t('template.heading')}
            maxLength={noteTemplateLimits.heading}
            value={field.heading}
            error={missing && at === 0 && t('template.headingMissing')}
            onChange={(event) => change(at, { heading: event.currentTarget.value })}
          />
          <TextInput
            label={t('template.fieldHint')}
            maxLength={noteTemplateLimits.hint}
            value={field.hint}
            onChange={(event) => change(at, { hint: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={fields.length === 1}
            aria-label={t('template.removeField', { number: at + 1 })}
            onClick={() => onChange(fields.filter((_, place) => place !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {fields.length < noteTemplateLimits.fields && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...fields, { heading: '', hint: '' }])}
        >
          {t('template.addField')}
        </Button>
      )}
    </div>
  )
}
