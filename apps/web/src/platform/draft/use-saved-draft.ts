import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refusalData } from '../api/errors.ts'
import { useDraft } from './use-draft.ts'

/** How long after the last change a draft is saved. */
const saveDelayMilliseconds = 800

/** The values in the form, and the saved version that they are based on. */
export type Kept<Content> = { content: Content; version: number }

type Ways<View, Content, Problem> = {
  /** The draft that the server has. */
  view: View
  /** Returns the values of the form for a draft of the server. */
  kept: (view: View) => Kept<Content>
  /** Returns the problems of values that cannot be parsed. The draft is saved only if there are none. */
  unreadableIn: (content: Content) => Problem[]
  /** Whether the form takes over the draft of the server while nothing in the form is changed. `version` is that of the form. */
  isNewer: (view: View, version: number) => boolean
  /** Saves the values. A refusal CHANGED contains the draft as another window saved it. */
  save: (values: Kept<Content>) => Promise<View>
  /** Puts an answer into the query cache. */
  keep: (view: View) => void
}

/**
 * Returns the values of the form of a draft that the server has too. They are saved shortly after each change; until then they are stored in
 * the browser. Also returns functions to resolve a conflict with another window.
 * @param name the name of the form and of its subject; contains ids only
 */
export function useSavedDraft<View extends { version: number }, Content extends object, Problem>(
  name: string,
  { view, kept, unreadableIn, isNewer, save: saveAt, keep }: Ways<View, Content, Problem>,
) {
  const draft = useDraft<Kept<Content>>(name, () => kept(view))
  const [theirs, setTheirs] = useState<View | null>(null)
  const { content, version } = draft.value
  const unreadable = unreadableIn(content)
  const save = useMutation({
    mutationFn: saveAt,
    onSuccess: (saved, sent) => {
      keep(saved)
      draft.sent({ content: sent.content, version: saved.version }, { content, version: saved.version })
    },
    onError: (error) => setTheirs(refusalData<View>(error, 'CHANGED')),
  })
  const failed = save.isError && save.variables.content === content
  const savable = draft.dirty && unreadable.length === 0 && !theirs && !save.isPending
  useAutosaveTimer(savable && !failed, content, () => save.mutate(draft.value))
  const isReplaced = !draft.dirty && isNewer(view, version)
  const adopt = useEffectEvent(() => draft.forget(kept(view)))
  useEffect(() => {
    if (isReplaced) adopt()
  }, [isReplaced])
  const settle = (next: Kept<Content>, isSaved: boolean) => {
    if (isSaved) draft.forget(next)
    else draft.change(next)
    setTheirs(null)
    save.reset()
  }
  return {
    draft,
    content,
    change: (part: Partial<Content>) => draft.change({ content: { ...content, ...part }, version }),
    unreadable,
    save,
    /** Saves at once. */
    saveNow: () => savable && save.mutate(draft.value),
    /** The draft as another window saved it, if the last change was refused because of it. */
    theirs,
    setTheirs,
    takeTheirs: () => theirs && settle(kept(theirs), true),
    keepMine: () => theirs && settle({ content, version: theirs.version }, false),
  }
}

/** Calls `save` some time after the last change, and at once when the page closes. */
function useAutosaveTimer(due: boolean, content: object, save: () => void) {
  const latest = useEffectEvent(save)
  const flush = useEffectEvent(() => due && save())
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => latest(), saveDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [due, content])
  useEffect(() => () => void flush(), [])
}
