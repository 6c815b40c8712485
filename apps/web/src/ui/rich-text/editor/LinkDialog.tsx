import { isAllowedHref } from '@attune/contract/common/rich-text/rich-text'
import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../dialog/FormDialog.tsx'
import { completeHref, setLink } from './editor-commands.ts'

type Props = { editor: Editor; onClose: () => void }

/** A dialog that sets the address of a link, and that changes or removes an existing link. */
export function LinkDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('richText')
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [typed, setTyped] = useState(before)
  const [wrong, setWrong] = useState(false)
  const finish = (act: () => void) => {
    onClose()
    // The command runs after the dialog has returned the focus to the editor.
    setTimeout(act)
  }
  const put = () => {
    const href = completeHref(typed)
    if (!typed.trim() || !isAllowedHref(href)) return setWrong(true)
    finish(() => setLink(editor, href, typed))
  }
  return (
    <FormDialog
      title={t(before ? 'link.change' : 'link.title')}
      submit={t('link.submit')}
      back={t('link.back')}
      busy={false}
      onClose={() => finish(() => editor.commands.focus())}
      onSubmit={put}
    >
      <TextInput
        label={t('link.address')}
        description={t('link.hint')}
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        error={wrong && t('link.wrong')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(false)
        }}
      />
      {before && (
        <Button
          variant="default"
          onClick={() => finish(() => editor.chain().focus().extendMarkRange('link').unsetLink().run())}
        >
          {t('link.remove')}
        </Button>
      )}
    </FormDialog>
  )
}
