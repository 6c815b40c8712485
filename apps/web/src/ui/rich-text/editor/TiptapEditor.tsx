import { richTextLength } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { EditorContent, useEditor } from '@tiptap/react'
import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { CharacterCount } from './CharacterCount.tsx'
import type { RichEditorHandle, RichEditorProps } from './editor-commands.ts'
import classes from './editor.module.css'
import { insertBlocks } from './insert-blocks.ts'
import { removeImage, insertImage } from '../paste/paste.ts'
import { latestValue, editorOptions } from './editor-options.ts'
import { PictureContext } from './PictureView.tsx'
import { toRichText } from '../to-rich-text.ts'
import { Toolbar } from './Toolbar.tsx'

const LinkDialog = lazyNamed(() => import('./LinkDialog.tsx'), 'LinkDialog')
const AltTextDialog = lazyNamed(() => import('./AltTextDialog.tsx'), 'AltTextDialog')

/** Compares normalized values, because the server may return the keys of an object in another order. */
const same = (one: RichText, other: RichText) =>
  one === other || JSON.stringify(toRichText(one)) === JSON.stringify(toRichText(other))

export type TiptapEditorProps = RichEditorProps & { ref?: Ref<RichEditorHandle> }

/** The editor itself, loaded by `RichEditor`. */
export function TiptapEditor(props: TiptapEditorProps) {
  const { value, label, max, onFiles, image, minHeight } = props
  const { t } = useTranslation('richText')
  const countId = useId()
  const bar = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<'link' | 'describe' | null>(null)
  const { editor, markFocused } = useRichTextEditor(props, countId, bar)
  return (
    <div className={classes['frame']}>
      <Toolbar
        editor={editor}
        label={label}
        bar={bar}
        withPictures={onFiles !== undefined}
        onAsk={(what) => (what === 'picture' ? chooser.current?.click() : setAsked(what))}
      />
      {onFiles && <PictureInput ref={chooser} onFiles={onFiles} />}
      <PictureContext value={image}>
        <EditorContent editor={editor} className={classes['content']} style={{ minHeight }} onFocus={markFocused} />
      </PictureContext>
      <span id={countId} hidden>
        {t('keys')}
      </span>
      {max !== undefined && <CharacterCount length={richTextLength(value)} max={max} />}
      {asked === 'link' && <LinkDialog editor={editor} onClose={() => setAsked(null)} />}
      {asked === 'describe' && <AltTextDialog editor={editor} onClose={() => setAsked(null)} />}
    </div>
  )
}

/**
 * Creates the editor once and synchronizes its value with the page's value. `markFocused` must be called when the
 * editor gets the focus.
 */
function useRichTextEditor(props: TiptapEditorProps, countId: string, bar: RefObject<HTMLDivElement | null>) {
  const { ref, value, onChange, label, placeholder = '', hints, autofocus = false, onFiles } = props
  /**
   * Whether the editor ever had the focus. Before that, the cursor is at the start of the text, where an image should
   * not be inserted.
   */
  const hadFocus = useRef(false)
  /** The last value that the page and the editor had in common. */
  const lastValue = useRef(value)
  const { t } = useTranslation('richText')
  const labels = { label, placeholder, hints, countId, checkbox: t('checklistItem') }
  const [latest] = useState(() => latestValue(labels))
  useLayoutEffect(() =>
    latest.set({
      ...labels,
      onFiles,
      onChange: (next) => {
        if (same(next, lastValue.current)) return
        lastValue.current = next
        onChange(next)
      },
      toToolbar: () => bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
    }),
  )
  const [options] = useState(() => editorOptions(latest.get, value, autofocus))
  const editor = useEditor(options)

  useEffect(() => {
    if (same(value, lastValue.current)) return
    lastValue.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  useImperativeHandle(ref, () => ({
    focus: () => editor.commands.focus(),
    insertImage: (fileId, alt) => insertImage(editor, { fileId, alt }, !hadFocus.current),
    insertBlocks: (blocks, place) =>
      insertBlocks(editor, blocks, place === 'cursor' && !hadFocus.current ? 'end' : place),
    dropImage: (fileId) => removeImage(editor, fileId),
  }))

  const markFocused = () => {
    hadFocus.current = true
  }
  return { editor, markFocused }
}

/** A file chooser for pictures, because pictures cannot be dropped or pasted on a phone. */
function PictureInput({ ref, onFiles }: { ref: Ref<HTMLInputElement>; onFiles: (files: File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      accept=".jpg,.jpeg,.png,.webp,.gif,.avif"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
    />
  )
}
