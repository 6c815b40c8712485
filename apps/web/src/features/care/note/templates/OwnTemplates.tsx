import type { NoteTemplate } from '@attune/contract/features/care/note/note'
import { Button } from '@mantine/core'
import { IconChevronDown, IconSettings, IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ActionMenuItems } from '../../../../ui/page/menu/ActionMenu.tsx'
import { PopoverPanel } from '../../../../ui/page/menu/PopoverPanel.tsx'
import classes from '../note.module.css'
import { useNoteTemplates } from './use-note-templates.ts'

const TemplatesDialog = lazyNamed(() => import('./TemplatesDialog.tsx'), 'TemplatesDialog')

/** A menu with the therapist's own templates, and a dialog in which the therapist edits them. */
export function OwnTemplates({ onInsert }: { onInsert: (template: NoteTemplate) => void }) {
  const { t } = useTranslation('note')
  const templates = useNoteTemplates().data?.items ?? []
  const [open, setOpen] = useState<'menu' | 'dialog' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.around}>
      <Button
        variant="subtle"
        size="compact-sm"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={open === 'menu'}
        onClick={() => setOpen(open === 'menu' ? null : 'menu')}
      >
        {t('template.own')}
      </Button>
      {open === 'menu' && (
        <PopoverPanel kind="menu" label={t('template.own')} onClose={close}>
          {templates.length > 0 && (
            <ActionMenuItems
              onDone={close}
              items={templates.map((template) => ({
                label: template.name,
                icon: IconTemplate,
                onClick: () => onInsert(template),
              }))}
            />
          )}
          <ActionMenuItems
            onDone={close}
            items={[{ label: t('template.manage'), icon: IconSettings, onClick: () => setOpen('dialog') }]}
          />
        </PopoverPanel>
      )}
      {open === 'dialog' && <TemplatesDialog onClose={close} />}
    </div>
  )
}
