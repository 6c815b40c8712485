import { ORPCError } from '@orpc/client'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isRetryable, refusalData } from '../api/errors.ts'
import { draftPersistence } from './saved-value.draft.ts'
import type { Saved } from './saved-value.states.ts'
import { ChangedElsewhereError, type SavedValueOptions } from './saved-value.ts'
import { useSavedValue } from './use-saved-value.ts'

/** The time from the last change of a draft to its save, in milliseconds. */
const saveDelayMilliseconds = 800

/** The values in the form, and the saved version that they are based on. */
export type VersionedContent<Content> = { content: Content; version: number }

type Options<View, Content, Problem> = {
  /** The server's draft. */
  view: View
  /** Returns the form values for a draft from the server. */
  contentOf: (view: View) => VersionedContent<Content>
  /** Returns the problems of values that cannot be parsed. The draft is saved only if there are none. */
  unreadableIn: (content: Content) => Problem[]
  /** Whether the form adopts a draft from the server while the form has no changes. `shown` is the version in the form. */
  isNewer: (version: number, shown: number) => boolean
  /** Saves the values. A refusal CHANGED contains the draft as another window saved it. */
  save: (values: VersionedContent<Content>) => Promise<View>
  /** Returns the input of a save. Contents with the same input count as equal. */
  sent: (content: Content) => unknown
  /** Writes the draft that `save` returned to the query cache. */
  keep: (view: View) => void
}

/**
 * Returns the form values of a draft that is also stored on the server. They are saved shortly after each change. Also returns functions that resolve
 * a conflict with another window.
 * @param name the name of the form and of its subject; contains ids only
 */
export function useSavedDraft<View extends { version: number }, Content extends object, Problem>(
  name: string,
  options: Options<View, Content, Problem>,
) {
  const savedOf = (view: View) => savedDraft(options.contentOf(view))
  const { savedValue, ...state } = useSavedValue(savingOptions(name, options), savedOf(options.view))
  const stored = useSyncExternalStore(draftPersistence.subscribe, draftPersistence.get)
  const { value: content, isSending, isUnsent } = state
  const theirs = state.phase === 'conflict' ? state.theirs : null
  const dirty = savedValue.isDirty
  const error = state.error ?? (theirs && dirty ? changedElsewhere : null)
  const [forgotten, setForgotten] = useState(0)
  // After `forget`, the form shows the draft that the server has now.
  const receive = useEffectEvent(() => savedValue.receive(savedOf(options.view)))
  useEffect(() => receive(), [forgotten])
  return {
    draft: {
      dirty,
      stored,
      restored: isUnsent && dirty,
      other: isUnsent ? savedValue.other() : undefined,
      /** Discards the restored draft and resets the form. */
      startOver: () => savedValue.startOver(),
      /** Deletes the stored draft. Call this function after the draft was deleted on the server. */
      forget: () => {
        savedValue.markSent()
        setForgotten(forgotten + 1)
      },
    },
    content,
    change: (part: Partial<Content>) => savedValue.type({ ...savedValue.state().value, ...part }),
    unreadable: options.unreadableIn(content),
    save: { isPending: isSending, isError: error !== null, error },
    saveNow: () => void savedValue.saveNow(),
    /** The draft as another window saved it, if the last change was refused because of it. */
    theirs,
    setTheirs: (found: View) => savedValue.find(savedOf(found)),
    takeTheirs: () => savedValue.takeTheirs(),
    keepMine: () => savedValue.keepMine(),
  }
}

const savedDraft = <Content>({ content, version }: VersionedContent<Content>): Saved<Content> => ({
  value: content,
  version,
  updatedAt: null,
})

/** Returns the autosave options of a draft. A refused save is repeated only after a change. */
const savingOptions = <View extends { version: number }, Content, Problem>(
  name: string,
  { contentOf, unreadableIn, isNewer, save, sent, keep }: Options<View, Content, Problem>,
): SavedValueOptions<Content> => ({
  name,
  field: 'content',
  pause: saveDelayMilliseconds,
  isNewer,
  isSendable: (content) => unreadableIn(content).length === 0,
  isFinal: (error) => !isRetryable(error),
  sentPart: sent,
  async send(content, version) {
    try {
      const answer = await save({ content, version })
      keep(answer)
      return { version: answer.version, updatedAt: null }
    } catch (error) {
      const theirs = refusalData<View>(error, 'CHANGED')
      throw theirs ? new ChangedElsewhereError(savedDraft(contentOf(theirs)), error) : error
    }
  },
})

/** The reason why a restored draft is not saved. */
const changedElsewhere = new ORPCError('CHANGED')
