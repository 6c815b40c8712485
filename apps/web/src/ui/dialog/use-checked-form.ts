import { useState } from 'react'

/**
 * Holds the values of a form. Returns their problems only after the first attempt to save.
 * @param initial returns the first values; called once
 * @param problemsOf returns the problems of the values; empty if they can be saved
 * @returns `submit` saves the values if they have no problems
 */
export function useCheckedForm<Values extends object, Problem>(
  initial: () => Values,
  problemsOf: (values: Values) => Problem[],
  save: (values: Values) => void,
) {
  const [before] = useState(initial)
  const [draft, setDraft] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const problems = problemsOf(draft)
  const submit = () => {
    setChecked(true)
    if (problems.length === 0) save(draft)
  }
  const onChange = (part: Partial<Values>) => setDraft({ ...draft, ...part })
  return { fields: { draft, problems: isChecked ? problems : [], onChange }, isDirty: draft !== before, submit }
}
