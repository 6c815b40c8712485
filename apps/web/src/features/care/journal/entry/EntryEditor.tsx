import type { JournalEntryId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { imageIdsOf, isBlankRichText, richTextLength } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { maxJournalEntryLength } from '@attune/contract/features/care/journal/journal.rules'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { FileList, FilePicker, VoiceNoteRecorder } from '../../file/file.ts'
import { EntryToolbar } from './EntryToolbar.tsx'
import { EntryImage } from './EntryImage.tsx'
import classes from './entry.module.css'
import { MoodField } from './MoodField.tsx'
import { useWritingPrompts } from '../prompt/use-writing-prompts.ts'
import { EntryReplies } from '../sharing/EntryReplies.tsx'
import { SharingButton } from '../sharing/SharingButton.tsx'
import { TagsField } from './TagsField.tsx'
import { EntrySaveError } from './EntrySaveError.tsx'
import { type EntryEditing, useEntryAutosave, useEntryEditor } from './use-entry-editor.ts'
import type { SaveResult } from './use-saved-entry.ts'
import { useEntryFiles } from './use-entry-files.ts'
import type { UnsentEntry } from '../waiting-entries.ts'

const WritingPrompt = lazyNamed(() => import('../prompt/WritingPrompt.tsx'), 'WritingPrompt')
const SharingPanel = lazyNamed(() => import('../sharing/SharingPanel.tsx'), 'SharingPanel')
const EntryConflict = lazyNamed(() => import('./EntryConflict.tsx'), 'EntryConflict')

type Props = {
  entry: JournalEntryDetail | null
  waiting: UnsentEntry | undefined
  onSaved: (entry: { id: JournalEntryId }) => void
  onClose: () => void
}

/** Edits an entry with its files, and shows who can read it. */
export function EntryEditor({ entry, waiting, onSaved, onClose }: Props) {
  const { t } = useTranslation('journal')
  const editor = useRef<RichEditorHandle>(null)
  const entryEditor = useEntryEditor(entry, onSaved, waiting)
  const { written, change, draft } = entryEditor
  const files = useEntryFiles(entry, entryEditor, editor)
  const { save, done, isClosing, waitsForFiles } = useEntrySave(entryEditor, files.waitsFor, onClose)
  const sharing = { entry, dirty: draft.dirty || entryEditor.waiting !== undefined, onSave: save }
  return (
    <>
      <article
        className={classes.paper}
        aria-label={written.title || t('untitled')}
        onKeyDown={(event) => isEscape(event) && onClose()}
      >
        <EntryToolbar
          entry={entry}
          entryEditor={entryEditor}
          isClosing={isClosing}
          onDone={() => void done()}
          onClose={onClose}
        />
        <SharingButton {...sharing} />
        <div className={classes.text}>
          {/* The error tells where the text is stored, so the notice about storage does not repeat it. */}
          <DraftCallout draft={entryEditor.failure ? { ...draft, stored: true } : draft} />
          <EntrySaveError
            entryEditor={entryEditor}
            waitsForFiles={waitsForFiles}
            onSaveAgain={() => void save({ evenIfSaved: true })}
            onClose={onClose}
          />
          <EntryText isNew={entry === null} entryEditor={entryEditor} files={files} editor={editor} />
          <MoodField mood={written.mood} onMood={(mood) => change({ mood })} />
          <TagsField tags={written.tags} onTags={(tags) => change({ tags })} />
          <FileList uploads={files.uploads} inText={imageIdsOf(written.content)} />
          <FilePicker uploads={files.uploads} quiet>
            <VoiceNoteRecorder uploads={files.uploads} />
          </FilePicker>
          {entry && <EntryReplies replies={entry.replies} />}
        </div>
      </article>
      <SharingPanel {...sharing} />
    </>
  )
}

/** Whether Escape was pressed in the entry. React also passes the key events of a dialog to the entry, which do not count. */
const isEscape = ({ nativeEvent, key, defaultPrevented, currentTarget, target }: KeyboardEvent) =>
  !nativeEvent.isComposing && key === 'Escape' && !defaultPrevented && currentTarget.contains(target as Node)

/**
 * Returns functions that save the entry, and save and close it. `waitsForFiles` is true if a save was refused because images in the text are not
 * uploaded yet, until they are.
 */
function useEntrySave(entryEditor: EntryEditing, waitsFor: boolean, onClose: () => void) {
  const [toFiles, setToFiles] = useState(false)
  const [isClosing, setClosing] = useState(false)
  useEntryAutosave(entryEditor, waitsFor)
  const save = async (how?: { evenIfSaved: boolean }): Promise<SaveResult> => {
    setToFiles(waitsFor)
    return waitsFor ? null : entryEditor.saveNow(how)
  }
  useSaveKey(() => void save())
  const done = async () => {
    setClosing(true)
    const saved = await save()
    setClosing(false)
    if (saved) onClose()
  }
  return { save, done, isClosing, waitsForFiles: toFiles && waitsFor }
}

type TextProps = {
  isNew: boolean
  entryEditor: EntryEditing
  files: ReturnType<typeof useEntryFiles>
  editor: RefObject<RichEditorHandle | null>
}

/** The title and the text of an entry, below the version of another device if it has to be decided about. */
function EntryText({ isNew, entryEditor, files, editor }: TextProps) {
  const { t } = useTranslation('journal')
  const { written, change, theirs } = entryEditor
  const prompts = useWritingPrompts()
  const empty = isBlankRichText(written.content) && written.title === ''
  return (
    <>
      {theirs && <EntryConflict theirs={theirs} onMine={entryEditor.keepMine} onTheirs={entryEditor.takeTheirs} />}
      <input
        className={classes.title}
        aria-label={t('titleLabel')}
        placeholder={t('titlePlaceholder')}
        maxLength={textLengths.title}
        value={written.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          editor.current?.focus()
        }}
      />
      {isNew && empty && prompts.on && <WritingPrompt onUse={(title) => change({ title })} />}
      <RichEditor
        ref={editor}
        label={t('textLabel')}
        placeholder={t('textPlaceholder')}
        value={written.content}
        onChange={(content) => change({ content })}
        max={maxJournalEntryLength}
        autofocus={isNew}
        minHeight={260}
        onFiles={(chosen) => void files.put(chosen)}
        image={(id, alt) => <EntryImage id={id} alt={alt} uploads={files.uploads} />}
      />
      <p className={classes.length}>
        {t('length', {
          length: richTextLength(written.content).toLocaleString(currentLanguage()),
          max: maxJournalEntryLength.toLocaleString(currentLanguage()),
        })}
      </p>
    </>
  )
}
