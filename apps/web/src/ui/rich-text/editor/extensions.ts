import { isAllowedHref } from '@attune/contract/common/rich-text/rich-text'
import { type Editor, Extension, mergeAttributes, Node, wrappingInputRule } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { canNest } from './nesting-depth.ts'

/**
 * A numbered list, which always begins with 1. Only '1. ' at the start of a line creates a list: '20. ' begins a date
 * in many languages.
 */
const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: () => ['ol', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^1\.\s$/, type: this.type })]
  },
})

/** An image, which refers to one of the person's files. An image pasted from the web has no file and is dropped. */
export const ImageExtension = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    fileId: {
      default: '',
      parseHTML: (from) => from.dataset['file'],
      renderHTML: (to) => ({ 'data-file': to['fileId'] }),
    },
    alt: { default: '' },
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** A checklist. `[ ] ` at the start of a line creates one. */
const Checklist = TaskList.extend({ name: 'checklist' }).configure({ itemTypeName: 'checklistItem' })
const checklistItem = (label: () => string) =>
  TaskItem.extend({ name: 'checklistItem' }).configure({
    nested: true,
    taskListTypeName: 'checklist',
    a11y: { checkboxLabel: (node) => node.firstChild?.textContent || label() },
  })

const inListItem = (editor: Editor) => editor.isActive('listItem') || editor.isActive('checklistItem')

/** Prevents Tab from nesting lists deeper than the contract allows. */
const Depth = Extension.create({
  name: 'depth',
  priority: 1000,
  addKeyboardShortcuts() {
    return { Tab: ({ editor }) => inListItem(editor) && !canNest(editor.state.selection.$from, 1) }
  },
})

/**
 * Returns all extensions of the editor. They define the content that a rich text can have; other pasted content is
 * dropped.
 */
export const richTextExtensions = (placeholder: () => string, checkboxLabel: () => string) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    orderedList: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (href) => isAllowedHref(href),
      shouldAutoLink: (href) => isAllowedHref(href),
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
    },
    dropcursor: { color: 'var(--attune-focus)', width: 2 },
  }),
  OrderedList,
  Checklist,
  checklistItem(checkboxLabel),
  Depth,
  Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
]
