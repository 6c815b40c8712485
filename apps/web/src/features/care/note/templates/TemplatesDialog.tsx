import '../../../../ui/styles-overlay.ts'
import type { NoteTemplate } from '@attune/contract/features/care/note/note'
import { noteTemplateLimits } from '@attune/contract/features/care/note/note.rules'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import classes from '../note.module.css'
import templateClasses from './templates.module.css'
import { TemplateForm } from './TemplateForm.tsx'
import { useNoteTemplates, useTemplateChanges } from './use-note-templates.ts'

type Edited = { template: NoteTemplate; isNew: boolean }

/** Lists the therapist's own templates. Each can be edited or deleted; a deleted one can be restored from the toast. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('note')
  const phone = usePhone()
  const [edited, setEdited] = useState<Edited | null>(null)
  const startNew = () =>
    setEdited({ template: { id: createId(), name: '', fields: [{ heading: '', hint: '' }] }, isNew: true })
  const title = edited ? t(edited.isNew ? 'template.new' : 'template.edit') : t('template.manage')
  return (
    <Dialog onClose={onClose} title={title} size={560} fullScreen={phone} closeOnClickOutside={!edited}>
      {edited ? (
        <TemplateForm key={edited.template.id} {...edited} onDone={() => setEdited(null)} />
      ) : (
        <TemplateList onEdit={(template) => setEdited({ template, isNew: false })} onNew={startNew} />
      )}
    </Dialog>
  )
}

function TemplateList({ onEdit, onNew }: { onEdit: (template: NoteTemplate) => void; onNew: () => void }) {
  const { t } = useTranslation('note')
  const read = useNoteTemplates()
  const templates = read.data?.items ?? []
  return (
    <>
      <Query
        of={read}
        pending={<RowSkeletons rows={2} avatar={false} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={templates.length === 0 && <p className={classes.hint}>{t('template.none')}</p>}
      />
      <ul className={classes.rows}>
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} onEdit={() => onEdit(template)} />
        ))}
      </ul>
      <Button
        mt="md"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={templates.length >= noteTemplateLimits.templates}
        onClick={onNew}
      >
        {t('template.new')}
      </Button>
    </>
  )
}

function TemplateRow({ template, onEdit }: { template: NoteTemplate; onEdit: () => void }) {
  const { t } = useTranslation('note')
  const { remove } = useTemplateChanges()
  return (
    <li className={templateClasses.template}>
      <div className={classes.texts}>
        <strong>{template.name}</strong>
        <span className={classes.hint}>{template.fields.map(({ heading }) => heading).join(' · ')}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('template.editOne', { name: template.name })}
        onClick={onEdit}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={remove.isPending}
        aria-label={t('template.deleteOne', { name: template.name })}
        onClick={() => remove.mutate(template)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}
