import { lengthOf, type RichText } from '@attune/contract/common/rich-text'
import { EditorContent, useEditor } from '@tiptap/react'
import {
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Counter } from './Counter.tsx'
import type { RichEditorHandle, RichEditorProps } from './editing.ts'
import classes from './editor.module.css'
import { dropImage, putImage } from './handing.ts'
import { held, optionsOf } from './options.ts'
import { Pictures } from './PictureView.tsx'
import { reduce } from './reduce.ts'
import { Toolbar } from './Toolbar.tsx'

const LinkDialog = lazy(() => import('./LinkDialog.tsx').then((file) => ({ default: file.LinkDialog })))
const DescribeDialog = lazy(() => import('./DescribeDialog.tsx').then((file) => ({ default: file.DescribeDialog })))

/** The server may return object keys in another order. */
const same = (one: RichText, other: RichText) =>
  one === other || JSON.stringify(reduce(one)) === JSON.stringify(reduce(other))

export type Props = RichEditorProps & { ref?: Ref<RichEditorHandle> }

/** The editor itself, loaded by `RichEditor`. */
export function Editor(props: Props) {
  const { ref, value, onChange, label, placeholder = '', max, autofocus = false, onFiles, image, minHeight } = props
  const { t } = useTranslation('richText')
  const countId = useId()
  const bar = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  /** Whether the editor had the focus. Before that the cursor is at the start, where an image would be misplaced. */
  const hadFocus = useRef(false)
  /** The value last exchanged between page and editor. */
  const lastValue = useRef(value)
  const [asked, setAsked] = useState<'link' | 'describe' | null>(null)
  const labels = { label, placeholder, countId }
  const [latest] = useState(() => held(labels))
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
  const [options] = useState(() => optionsOf(latest.get, value, autofocus))
  const editor = useEditor(options)

  useEffect(() => {
    if (same(value, lastValue.current)) return
    lastValue.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  useImperativeHandle(ref, () => ({
    focus: () => editor.commands.focus(),
    insertImage: (fileId, alt) => putImage(editor, { fileId, alt }, !hadFocus.current),
    dropImage: (fileId) => dropImage(editor, fileId),
  }))

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
      <Pictures value={image}>
        <EditorContent
          editor={editor}
          className={classes['content']}
          style={{ minHeight }}
          onFocus={() => (hadFocus.current = true)}
        />
      </Pictures>
      <span id={countId} hidden>
        {t('keys')}
      </span>
      {max !== undefined && <Counter length={lengthOf(value)} max={max} />}
      <Suspense fallback={null}>
        {asked === 'link' && <LinkDialog editor={editor} onClose={() => setAsked(null)} />}
        {asked === 'describe' && <DescribeDialog editor={editor} onClose={() => setAsked(null)} />}
      </Suspense>
    </div>
  )
}

/** A file chooser for pictures, because on a phone nothing can be dropped or pasted. */
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
