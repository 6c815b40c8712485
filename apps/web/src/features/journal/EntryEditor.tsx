import { isBlank, lengthOf } from '@attune/contract/common/rich-text'
import { type Entry, entryMaximum } from '@attune/contract/features/journal'
import { Suspense, lazy, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../platform/language.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import type { RichEditorHandle } from '../../ui/rich-text/editing.ts'
import { RichEditor } from '../../ui/rich-text/RichEditor.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { FileList, FilePicker, VoiceNote } from '../file/file.ts'
import { EntryBar, SaveState } from './EntryBar.tsx'
import { InPlace } from './InPlace.tsx'
import classes from './entry.module.css'
import { MoodField } from './MoodField.tsx'
import { Prompt } from './Prompt.tsx'
import { Replies } from './Replies.tsx'
import { ShareBar } from './ShareBar.tsx'
import { SharePanel } from './SharePanel.tsx'
import { TagsField } from './TagsField.tsx'
import { Trouble } from './Trouble.tsx'
import { useEntry } from './use-entry.ts'
import { useFiles } from './use-files.ts'

const Conflict = lazy(() => import('./Conflict.tsx').then((file) => ({ default: file.Conflict })))

type Props = { entry: Entry | null; onSaved: (entry: Entry) => void; onClose: () => void }

/** The editor of an entry with its files, and who can read it. */
export function EntryEditor({ entry, onSaved, onClose }: Props) {
  const { t } = useTranslation('journal')
  const editor = useRef<RichEditorHandle>(null)
  const [toFiles, setToFiles] = useState(false)
  const writing = useEntry(entry, onSaved)
  const { written, change, draft } = writing
  const files = useFiles(entry, writing, editor)
  const save = () => {
    setToFiles(files.waitsFor)
    if (!files.waitsFor) writing.save()
  }
  useSaveKey(save)
  const leave = (event: KeyboardEvent) => {
    // Ignores Escape in a dialog over the page.
    if (event.nativeEvent.isComposing || event.key !== 'Escape' || event.defaultPrevented) return
    if (event.currentTarget.contains(event.target as Node)) onClose()
  }
  const empty = isBlank(written.content) && written.title === ''
  return (
    <>
      <article className={classes.paper} aria-label={written.title || t('untitled')} onKeyDown={leave}>
        <EntryBar entry={entry} writing={writing} onSave={save} onClose={onClose} />
        {entry && <ShareBar entry={entry} />}
        <div className={classes.text}>
          <SaveState entry={entry} writing={writing} />
          <DraftNote draft={draft} />
          <Trouble writing={writing} waitsForFiles={toFiles && files.waitsFor} />
          {writing.theirs && (
            <Suspense>
              <Conflict theirs={writing.theirs} onMine={writing.keepMine} onTheirs={writing.takeTheirs} />
            </Suspense>
          )}
          <input
            className={classes.title}
            aria-label={t('titleLabel')}
            placeholder={t('titlePlaceholder')}
            maxLength={200}
            value={written.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              editor.current?.focus()
            }}
          />
          {entry === null && empty && <Prompt onUse={(title) => change({ title })} />}
          <RichEditor
            ref={editor}
            label={t('textLabel')}
            placeholder={t('textPlaceholder')}
            value={written.content}
            onChange={(content) => change({ content })}
            max={entryMaximum}
            autofocus={entry === null}
            minHeight={260}
            onFiles={(chosen) => void files.put(chosen)}
            image={(id, alt) => <InPlace id={id} alt={alt} uploads={files.uploads} />}
          />
          <p className={classes.length}>
            {t('length', {
              length: lengthOf(written.content).toLocaleString(currentLanguage()),
              max: entryMaximum.toLocaleString(currentLanguage()),
            })}
          </p>
          <MoodField mood={written.mood} onMood={(mood) => change({ mood })} />
          <TagsField tags={written.tags} onTags={(tags) => change({ tags })} />
          <FileList uploads={files.uploads} />
          <FilePicker uploads={files.uploads}>
            <VoiceNote uploads={files.uploads} />
          </FilePicker>
          {entry && <Replies replies={entry.replies} />}
        </div>
      </article>
      <SharePanel entry={entry} dirty={draft.dirty} />
    </>
  )
}
