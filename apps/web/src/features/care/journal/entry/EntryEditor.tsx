import type { JournalEntryId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { imageIdsOf, isBlankRichText, richTextLength } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { maxJournalEntryLength } from '@attune/contract/features/care/journal/journal.rules'
import { useRef, useState, type KeyboardEvent } from 'react'
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
import { useEntryAutosave, useEntryEditor } from './use-entry-editor.ts'
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
  const [toFiles, setToFiles] = useState(false)
  const entryEditor = useEntryEditor(entry, onSaved, waiting)
  const { written, change, draft } = entryEditor
  const dirty = draft.dirty || entryEditor.waiting !== undefined
  const files = useEntryFiles(entry, entryEditor, editor)
  useEntryAutosave(entryEditor, files.waitsFor)
  const save = async (how?: { evenIfSaved: boolean }): Promise<SaveResult> => {
    setToFiles(files.waitsFor)
    return files.waitsFor ? null : entryEditor.saveNow(how)
  }
  useSaveKey(() => void save())
  const [isClosing, setClosing] = useState(false)
  const done = async () => {
    setClosing(true)
    const saved = await save()
    setClosing(false)
    if (saved) onClose()
  }
  const leave = (event: KeyboardEvent) => {
    // Ignores Escape in a dialog. React also passes the key events of a dialog to this component.
    if (event.nativeEvent.isComposing || event.key !== 'Escape' || event.defaultPrevented) return
    if (event.currentTarget.contains(event.target as Node)) onClose()
  }
  const prompts = useWritingPrompts()
  const empty = isBlankRichText(written.content) && written.title === ''
  return (
    <>
      <article className={classes.paper} aria-label={written.title || t('untitled')} onKeyDown={leave}>
        <EntryToolbar
          entry={entry}
          entryEditor={entryEditor}
          isClosing={isClosing}
          onDone={() => void done()}
          onClose={onClose}
        />
        <SharingButton entry={entry} dirty={dirty} onSave={save} />
        <div className={classes.text}>
          {/* The error tells where the text is stored, so the notice about storage does not repeat it. */}
          <DraftCallout draft={entryEditor.failure ? { ...draft, stored: true } : draft} />
          <EntrySaveError
            entryEditor={entryEditor}
            waitsForFiles={toFiles && files.waitsFor}
            onSaveAgain={() => void save({ evenIfSaved: true })}
            onClose={onClose}
          />
          {entryEditor.theirs && (
            <EntryConflict
              theirs={entryEditor.theirs}
              onMine={entryEditor.keepMine}
              onTheirs={entryEditor.takeTheirs}
            />
          )}
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
          {entry === null && empty && prompts.on && <WritingPrompt onUse={(title) => change({ title })} />}
          <RichEditor
            ref={editor}
            label={t('textLabel')}
            placeholder={t('textPlaceholder')}
            value={written.content}
            onChange={(content) => change({ content })}
            max={maxJournalEntryLength}
            autofocus={entry === null}
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
          <MoodField mood={written.mood} onMood={(mood) => change({ mood })} />
          <TagsField tags={written.tags} onTags={(tags) => change({ tags })} />
          <FileList uploads={files.uploads} inText={imageIdsOf(written.content)} />
          <FilePicker uploads={files.uploads} quiet>
            <VoiceNoteRecorder uploads={files.uploads} />
          </FilePicker>
          {entry && <EntryReplies replies={entry.replies} />}
        </div>
      </article>
      <SharingPanel entry={entry} dirty={dirty} onSave={save} />
    </>
  )
}
