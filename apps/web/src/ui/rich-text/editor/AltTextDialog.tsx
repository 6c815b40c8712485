import { maxAltLength } from '@attune/contract/common/rich-text/rich-text'
import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../dialog/FormDialog.tsx'

type Props = { editor: Editor; onClose: () => void }

/** A dialog that edits the alternative text of an image. */
export function AltTextDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('richText')
  const [alt, setAlt] = useState(() => String(editor.getAttributes('image')['alt'] ?? ''))
  const finish = (act: () => void) => {
    onClose()
    setTimeout(act)
  }
  return (
    <FormDialog
      title={t('describe.title')}
      submit={t('describe.submit')}
      back={t('link.back')}
      busy={false}
      onClose={() => finish(() => editor.commands.focus())}
      onSubmit={() => finish(() => editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run())}
    >
      <TextInput
        label={t('describe.label')}
        description={t('describe.hint')}
        maxLength={maxAltLength}
        data-autofocus
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
