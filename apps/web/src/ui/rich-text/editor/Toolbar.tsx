import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPhotoEdit,
  IconPhotoPlus,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toolbarState, type ToolbarState } from './editor-commands.ts'
import classes from './editor.module.css'

type DialogTool = 'link' | 'describe' | 'picture'

type Tool = {
  name: 'bold' | 'italic' | 'heading' | 'bullets' | 'numbers' | 'checklist' | 'quote' | DialogTool | 'undo' | 'redo'
  icon: typeof IconBold
  /** The letter of the keyboard shortcut. */
  keys?: string
  /** Returns whether the button is pressed. Without this function, the button is not a toggle. */
  on?: (now: ToolbarState) => boolean
  /** Returns whether the button is disabled. Without this function, it never is. */
  off?: (now: ToolbarState) => boolean
  /** Returns whether the button is hidden. Without this function, it never is. */
  hidden?: (now: ToolbarState) => boolean
  /** Changes the text. Without this function, the button opens a dialog. */
  act?: (editor: Editor) => void
}

const tools: readonly (Tool | null)[] = [
  {
    name: 'bold',
    icon: IconBold,
    keys: 'B',
    on: (now) => now.bold,
    act: (to) => to.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    icon: IconItalic,
    keys: 'I',
    on: (now) => now.italic,
    act: (to) => to.chain().focus().toggleItalic().run(),
  },
  null,
  { name: 'heading', icon: IconHeading, on: (now) => now.heading, act: toggleHeading },
  {
    name: 'bullets',
    icon: IconList,
    on: (now) => now.bullets,
    off: (now) => !now.canList,
    act: (to) => to.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbers',
    icon: IconListNumbers,
    on: (now) => now.numbers,
    off: (now) => !now.canList,
    act: (to) => to.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  {
    name: 'checklist',
    icon: IconListCheck,
    on: (now) => now.checklist,
    off: (now) => !now.canList,
    act: (to) => to.chain().focus().toggleList('checklist', 'checklistItem').run(),
  },
  {
    name: 'quote',
    icon: IconBlockquote,
    on: (now) => now.quote,
    off: (now) => !now.canQuote,
    act: (to) => to.chain().focus().toggleBlockquote().run(),
  },
  null,
  { name: 'link', icon: IconLink, on: (now) => now.link, off: (now) => now.image },
  { name: 'picture', icon: IconPhotoPlus },
  { name: 'describe', icon: IconPhotoEdit, hidden: (now) => !now.image },
  null,
  {
    name: 'undo',
    icon: IconArrowBackUp,
    keys: 'Z',
    off: (now) => !now.canUndo,
    act: (to) => to.chain().focus().undo().run(),
  },
  { name: 'redo', icon: IconArrowForwardUp, off: (now) => !now.canRedo, act: (to) => to.chain().focus().redo().run() },
]

function toggleHeading(editor: Editor) {
  const level = editor.isActive('heading', { level: 3 }) ? 3 : 2
  editor.chain().focus().toggleHeading({ level }).run()
}

type Props = {
  editor: Editor
  label: string
  /** The element of the toolbar. */
  bar: RefObject<HTMLDivElement | null>
  /** Opens a dialog. */
  onAsk: (what: DialogTool) => void
  /** Whether pictures can be inserted. */
  withPictures: boolean
}

/**
 * The formatting toolbar. The toolbar is one Tab stop; arrow keys move between the buttons, Escape returns to the text.
 */
export function Toolbar({ editor, label, bar, onAsk, withPictures }: Props) {
  const { t } = useTranslation('richText')
  const now = useEditorState({ editor, selector: toolbarState })
  const [at, setAt] = useState(0)
  const isHidden = (tool: Tool) => tool.hidden?.(now) ?? (tool.name === 'picture' && !withPictures)
  const shown = tools.filter((tool) => tool && !isHidden(tool)) as Tool[]
  const current = Math.min(at, shown.length - 1)

  const onKeyDown = useToolbarKeys({ editor, bar, current, count: shown.length, onMove: setAt })
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('toolbar', { label })}
      className={classes.bar}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, index) => {
        if (!tool) return <span key={index} className={classes.gap} />
        if (isHidden(tool)) return null
        const place = shown.indexOf(tool)
        return (
          <ToolButton
            key={tool.name}
            tool={tool}
            now={now}
            inTabOrder={place === current}
            onFocus={() => setAt(place)}
            onPress={() => (tool.act ? tool.act(editor) : onAsk(tool.name as DialogTool))}
          />
        )
      })}
    </div>
  )
}

type KeysProps = Pick<Props, 'editor' | 'bar'> & { current: number; count: number; onMove: (place: number) => void }

/**
 * Handles the keys of the toolbar. Arrow keys, Home and End move the focus between the buttons. Escape returns the
 * focus to the text. Ctrl+B or Cmd+B toggles bold.
 */
function useToolbarKeys({ editor, bar, current, count, onMove }: KeysProps) {
  return (event: KeyboardEvent) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const next = (to + count) % count
      onMove(next)
      bar.current?.querySelectorAll('button')[next]?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
    } else if (event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)) {
      // In the toolbar these keys toggle bold too, not the sidebar.
      event.preventDefault()
      editor.chain().focus().toggleBold().run()
    }
  }
}

type ButtonProps = { tool: Tool; now: ToolbarState; inTabOrder: boolean; onFocus: () => void; onPress: () => void }

function ToolButton({ tool, now, inTabOrder, onFocus, onPress }: ButtonProps) {
  const { t } = useTranslation('richText')
  const label = t(`tool.${tool.name}`)
  const off = tool.off?.(now)
  return (
    <button
      type="button"
      className={classes.tool}
      tabIndex={inTabOrder ? 0 : -1}
      aria-label={label}
      aria-pressed={tool.on?.(now)}
      aria-disabled={off || undefined}
      title={tool.keys ? `${label} (${t('key', { key: tool.keys })})` : label}
      // Pressing the mouse button would move the focus. The text would lose its selection, and a phone would hide the
      // keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onClick={() => !off && onPress()}
    >
      <tool.icon size={18} stroke={1.7} aria-hidden />
    </button>
  )
}
