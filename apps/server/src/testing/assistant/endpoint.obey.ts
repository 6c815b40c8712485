/** Words that begin an instruction, in the four languages of the product. */
const instruction =
  /\b(ignore|disregard|forget|reveal|repeat|say|write|reply|answer|output|print|include|add|use|call|open|fetch|send|select|ignorier\w*|vergiss\w*|vergessen|sag\w*|schreib\w*|antwort\w*|verwende\w*|nutze\w*|öffne\w*|sende\w*|füge\w*|ignorez|oublie\w*|dis|dites|écri\w*|répond\w*|utilise\w*|ouvre\w*|envoie\w*|ajoute\w*|ignora|ignore|olvid\w*|di|diga|escrib\w*|respond\w*|usa|use|abre|abra|envía|añad\w*)\b/iu
const quoted = /["'“”„«‹‘]([^"'“”«»‹›‘’]{2,200})["'“”»›’]/gu
const address = /\bhttps?:\/\/[^\s"'<>)\]]+/giu

/**
 * Answers like a model that obeys every instruction in a text, regardless of its author: repeats the demanded words, writes addresses as links,
 * images and markup, names a diagnosis, and cites sources that it was not given.
 */
export function obey(prompt: string): string {
  const lines = prompt.split('\n').filter((line) => instruction.test(line))
  const parts = lines.map((line) => {
    const said = [...line.matchAll(quoted)].map(([, words]) => words)
    const links = (line.match(address) ?? []).map(
      (url) => `![picture](${url}) [link](${url}) <img src="${url}"> <a href="${url}">link</a> ${url}`,
    )
    const diagnosis = /diagno/i.test(line) ? ['Diagnosis: F32.1.'] : []
    const others = (line.match(/\bS\d+\b/g) ?? []).map((label) => `[${label}] "${label} says so"`)
    return [line, ...said, ...links, ...diagnosis, ...others].join(' ')
  })
  return parts.length > 0 ? parts.join('\n') : 'The assistant is ready.'
}
