import { foldForSearch } from '../../../common/text/text.ts'

/** The topics that the assistant refuses to assess. */
export type ForbiddenTopic = 'diagnosis' | 'risk'

/** Names of disorders and diagnostic manuals in the four languages, without accents. */
const disorder =
  '(?:adhd|add|adhs|tdah|ptsd|ptbs|tspt|tept|ssp|ocd|toc|bpd|gad|mdd|depress(?:ion|ed|ive|iv)|depressi(?:on|v)|depresi(?:on|va|vo)|deprimid[oa]|deprimee?|depressif|bipolar\\w*|bipolaire\\w*|borderline|narcis\\w*|narzis\\w*|schizo\\w*|esquizo\\w*|psychos\\w*|psychot\\w*|psicos\\w*|psicot\\w*|autis\\w*|asperger|anorexi\\w*|anorexia|bulimi\\w*|boulimi\\w*|dissoci\\w*|addict(?:ed|ion)?|alcoholic|alkoholiker\\w*|alcoolique|alcoholic[oa]|disorder|storung|angststorung|trouble (?:de|du|bipolaire|anxieux|panique)|trastorno|syndrome?|syndrom|sindrome|burn-?out|(?:icd|cim|cie|dsm)-?\\d*|f\\d\\d(?:\\.\\d)?)'
/** A person next to a verb: a pronoun, a placeholder or up to three words. */
const who = "(?:\\[?[\\p{L}\\d’'-]+\\]?(?: [\\p{L}\\d’'\\]-]+){0,2})"

/** Phrases about what a client said or a document contains. Such questions are allowed: 'When did she mention her diagnosis?' */
const reported = [
  `\\b(?:did|does|do|has|have|had) ${who} (?:\\p{L}+ly |ever |last |first )?(?:say|said|mention\\w*|tell|told|write|wrote|written|talk\\w*|report\\w*|describe\\w*|feel|felt|bring|brought|receive\\w*|get|got|call|ask\\w*|think|react\\w*|worr\\w*|read|learn\\w*|show\\w*)\\b`,
  `^(?:when|wann|quand|cuando|where|wo|how often|wie oft)\\b(?!.* (?:will|would|wird|ira|tentera))`,
  `\\b(?:she|he|they|client|\\[client\\]) (?:said|mentioned|wrote|told|reported|described)\\b`,
  `\\b(?:sagt|sagte|gesagt|erwahnt\\w*|schreibt|schrieb|geschrieben|erzahl\\w*|berichtet\\w*|spricht|sprach|gesprochen|beschreib\\w*|erhalten|bekommen|mitgebracht|reagiert\\w*|gefragt)\\b`,
  `\\b(?:dit|mentionn\\w*|ecrit|ecrivait|parle|parlait|raconte\\w*|rapporte\\w*|decrit|decrivait|recu|apporte|reagi|evoqu\\w*|demande)\\b`,
  `\\b(?:dice|dijo|dicho|menciono|mencionado|escribio|escrito|hablo|hablado|conto|contado|cuenta|describio|recibio|recibido|trajo|reacciono|pregunto|comento)\\b`,
]
/** Phrases that ask the assistant itself, even in a question about what a client said. */
const asksAssistant =
  '\\b(?:do|would|can|could) you\\b|\\byou think\\b|\\byour (?:assessment|opinion|estimate|view)\\b|\\b(?:glaubst|denkst|meinst|glauben|denken|meinen|schatzen|wurden) (?:du|sie)\\b|\\b(?:pensez|diriez|croyez|estimez|pourriez|pouvez)[ -]vous\\b|\\b(?:a votre avis|selon vous)\\b|\\b(?:cree|piensa|diria|opina|considera|puede) usted\\b|\\b(?:crees|piensas|dirias)\\b'

/** Phrases that always ask for a diagnosis. */
const diagnosis = [
  '\\b(?:what|which|any|likely|probable|possible|suggest|propose|give|make|name|find|best|differential|working|provisional|correct|right|most)\\b[^.?!]{0,40}\\b(?:diagnos[ei]s|disorder|condition|icd|dsm)\\b',
  '\\bdiagnose\\b(?!n\\b)(?! (?:des|der|von|vom|bekommen|erhalten|erwahn\\w*))',
  `\\b(?:does|do|might|could|would|may|has|have) ${who} (?:\\p{L}+ly )?(?:have|suffer\\w*(?: from)?|meet|fit|qualify|show signs of|be)\\b[^.?!]{0,40}(?:\\b${disorder}|criteria|diagnos)`,
  `\\b(?:has|have) (?:an? )?${disorder}\\b`,
  `\\b(?:is|are|could it be|might it be|is it|is this|sounds like|looks like) [^.?!]{0,40}\\b${disorder}\\b`,
  `\\b(?:signs?|symptoms?|criteria|indications?|evidence) (?:of|for) (?:an? )?[^.?!]{0,25}\\b${disorder}\\b`,
  `\\b(?:welche|was fur eine|wie lautet|stell\\w*|nenn\\w*|gib|geben|vorschlag\\w*|schlag\\w*|moglich\\w*|wahrscheinlich\\w*|verdacht\\w*)\\b[^.?!]{0,40}\\b(?:\\p{L}*diagnose\\w*|storung|krankheit|icd\\S*)`,
  `\\b(?:hat|leidet|ist|konnte|liegt|erfullt|handelt|spricht|passt|klingt|deutet)\\b[^.?!]{0,50}(?:\\b|\\p{L}*)${disorder}(?:en|e|er)?\\b`,
  `\\b(?:kriterien|symptome|anzeichen|hinweise) (?:fur|einer|eine|von|auf)\\b[^.?!]{0,30}${disorder}`,
  '\\b(?:quel|quels|quelle|quelles|pose[rz]?|donne[rz]?|propose[rz]?|etabli\\w*|suggere[rz]?|faire|fais|faites|probable|possible)\\b[^.?!]{0,40}\\b(?:diagnosti\\w*|trouble|maladie|pathologie)\\b',
  `\\b(?:a-t-(?:elle|il)|est-(?:elle|il|ce)|souffre|souffre-t-(?:elle|il)|presente|aurait|serait|pourrait|remplit|est-ce que)\\b[^.?!]{0,60}\\b${disorder}\\b`,
  `\\b(?:signes|symptomes|criteres) (?:de|d'|du|d’)[^.?!]{0,30}${disorder}`,
  '\\b(?:que|cual|cuales|da|dame|dar|haz|hacer|propon\\w*|sugier\\w*|establec\\w*|probable|posible)\\b[^.?!]{0,40}\\b(?:diagnostic\\w*|trastorno|enfermedad|patologia)\\b',
  `\\b(?:tiene|padece|sufre|es|sera|podria|presenta|cumple|tendra)\\b[^.?!]{0,50}\\b${disorder}\\b`,
  `\\b(?:signos|sintomas|criterios|indicios) (?:de|para|del)\\b[^.?!]{0,30}${disorder}`,
  '\\bdiagnosti(?:zier\\w*|quer|quez|que[sz]? (?:la|le)|car|ca[sr]? a|que a)\\b',
]

const selfHarm =
  '(?:suicid\\w*|suizid\\w*|selbstmord\\w*|self[ -]?harm\\w*|selbstverletz\\w*|automutil\\w*|autoles\\w*|kill (?:herself|himself|themsel\\w+|someone|somebody|anyone)|hurt (?:herself|himself|themsel\\w+|someone|somebody|others|anyone)|harm (?:herself|himself|themsel\\w+|someone|somebody|others|anyone|the)|end (?:her|his|their) (?:own )?life|das leben nehmen|umbringen|sich (?:etwas )?antun|etwas an(?:zu)?tun|se tuer|se faire du mal|mettre fin a ses jours|passer a l.acte|quitarse la vida|matarse|hacerse dano)'
const danger =
  '(?:danger\\w*|gefahr\\b|gefahrd\\w*|gefahrlich\\w*|fremdgefahrd\\w*|eigengefahrd\\w*|peligro\\w*|dangereu\\w*|violent\\w*|gewalttat\\w*|akut gefahrdet|gefahrdet)'
/** Phrases that always ask for a risk assessment. */
const risk = [
  `\\b(?:how|what|rate|assess|estimate|evaluate|score|judge|predict|calculate|quantify)\\b[^.?!]{0,40}\\b(?:likel\\w*|probab\\w*|risk\\w*|chance|${danger}|suicidal\\w*)\\b(?! (?:did|does|do|has) )`,
  '\\b(?:suicid\\w*|self[ -]?harm|violence|relapse|homicid\\w*)[ -]risk\\b|\\brisk (?:assessment|estimate|level|score|rating|of (?:suicide|self|harm|violence|relapse|killing|hurting))\\b|\\bat risk\\b',
  `\\b(?:is|are|was|could|can|might|will|would|does|do|may|should)\\b[^.?!]{0,40}\\b(?:${selfHarm}|${danger})`,
  '\\b(?:is|are|will) [^.?!]{0,25}\\b(?:safe (?:to|at|alone|from|tonight|until|over|with)|safe\\?|a (?:danger|threat))|\\b(?:need|needs|should|must)\\b[^.?!]{0,30}\\b(?:hospitali\\w*|sectioned|committed|admitted)\\b',
  `\\bwie (?:gefahr\\w*|suizidal|akut gefahrdet)|\\bwie (?:hoch|gross|wahrscheinlich|ernst)\\b[^.?!]{0,50}(?:risik\\w*|${selfHarm}|${danger}|\\p{L}*gefahr\\w*|ruckfall)`,
  '\\b(?:suizid|selbstmord|gewalt|ruckfall|selbstverletzungs)-?(?:risiko|gefahr)\\b|\\b(?:schatz\\w*|bewert\\w*|beurteil\\w*|einstuf\\w*|einschatz\\w*)\\b[^.?!]{0,40}\\b(?:risik\\w*|\\p{L}*gefahr\\w*|suizidal\\w*|\\p{L}*risiko)|\\brisiko\\w*einschatzung\\b',
  `\\b(?:ist|sind|war|konnte|kann|wird|wurde|besteht|bestehen|will|mochte|droht|muss|soll\\w*)\\b[^.?!]{0,50}(?:${selfHarm}|\\b${danger}|suizidal|eingewiesen|eingeliefert|einweis\\w*)`,
  `\\b(?:quel|quelle|evalue[rz]?|estime[rz]?|mesure[rz]?|note[rz]?|juge[rz]?)\\b[^.?!]{0,40}\\b(?:risques?|probabilite|danger\\w*|dangerosite|niveau de risque)\\b|\\brisque (?:suicidaire|de suicide|de passage|de rechute|de violence|qu.)`,
  `\\b(?:est-(?:elle|il|ce)|risque-t-|va-t-|peut-(?:elle|il)|pourrait|pourrait-(?:elle|il)|est-ce qu\\S*|y a-t-il|faut-il|doit-on)[^.?!]{0,50}(?:${selfHarm}|\\b${danger}|\\brisque|hospitalis\\w*|en securite)`,
  `\\b(?:que|cual|cuanto|evalua\\w*|estima\\w*|valora\\w*|calcula\\w*|mide)\\b[^.?!]{0,40}\\b(?:riesgo|probabilidad|probable|peligro\\w*)\\b|\\briesgo (?:suicida|de suicidio|de recaida|de violencia|de autoles\\w*|de que)\\b`,
  `(?:\\b(?:es|esta|hay|podria|puede|va a|quiere|corre|debe|deberia|existe)\\b)[^.?!]{0,50}(?:${selfHarm}|\\b${danger}|\\briesgo|hospitaliz\\w*|ingresad\\w*|a salvo)`,
]

/** Phrases with the word 'risk' that do not concern a person's safety. */
const harmlessRisk =
  /\brisks? (?:of|in) (?:changing|moving|leaving|quitting|a new)|\btake (?:a|the|more|any) risks?|\brisiken? (?:des|eines|einer|beim?) (?:jobwechsel|umzug|wechsel)\w*|\bprendre (?:un|des) risques?|\b(?:correr|asumir|tomar) (?:un|el|mas|algun) riesgos?/u

const patternOf = (parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'u')
const [reportedPattern, diagnosisPattern, riskPattern] = [patternOf(reported), patternOf(diagnosis), patternOf(risk)]
const asksAssistantPattern = new RegExp(asksAssistant, 'u')

/** Returns the forbidden topic of a sentence; null if there is none. Questions about what a client said, wrote or received are allowed. */
function topicOf(sentence: string): ForbiddenTopic | null {
  if (reportedPattern.test(sentence) && !asksAssistantPattern.test(sentence)) return null
  if (riskPattern.test(sentence) && !harmlessRisk.test(sentence)) return 'risk'
  if (diagnosisPattern.test(sentence)) return 'diagnosis'
  return null
}

/** Returns the forbidden topic of a text in English, German, French or Spanish; null if there is none. */
export function forbiddenTopic(text: string): ForbiddenTopic | null {
  const folded = foldForSearch(text)
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010-\u2013]/g, '-')
  for (const sentence of folded.match(/[^.?!;]+[.?!;]*/gu) ?? []) {
    const topic = topicOf(sentence.trim().replace(/^[¿¡"«„“' ]+/u, ''))
    if (topic) return topic
  }
  return null
}
