/** Letters that have no decomposition in Unicode, with their usual spelling in plain letters. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Returns a word in lower case, without accents and without invisible characters. */
export const foldWord = (word: string): string => (isAscii(word) ? word.toLowerCase() : foldLetters(word))
const isAscii = (word: string): boolean => /^[!-~]*$/.test(word)
const foldLetters = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const withUmlautsSpelledOut = (word: string): string =>
  foldWord(
    word
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[äöüøå]/g, (letter) => umlauts[letter] ?? letter),
  )
const withoutSpelledUmlauts = (folded: string): string => folded.replace(/([aou])e/g, '$1')

/** Returns the spellings by which a word is compared. Two words are equal if they have a spelling in common, like Müller, Mueller and Muller. */
export function spellingsOf(word: string): Set<string> {
  const folded = foldWord(word)
  const spellings = new Set([folded])
  if (!isAscii(word)) spellings.add(withUmlautsSpelledOut(word))
  if (folded.length >= 5) spellings.add(withoutSpelledUmlauts(folded))
  return spellings
}

/** Parts of a name that are not replaced on their own: particles, titles, forms of address and possessives. */
export const nameParticles = new Set(
  `von vom van vander den der dem des das die de del della di da dos du la le les las los el bin ibn zu zum zur und and et y e i
  the a an of my our his her their mein meine meinen meiner unser unsere mon ma mes notre nos mi mis nuestro nuestra
  mr mrs ms miss mx sir dr prof herr frau hr fr mme mlle m mm monsieur madame mademoiselle maitre me sr sra srta dona senor senora
  jr sen junior senior phd md st saint sankt san santa`.split(/\s+/),
)

/**
 * Ordinary words that are also names, and short words, in the four languages. Such a name is replaced only if it is capitalized. Otherwise each
 * 'will' would become a placeholder if the client is called Will.
 */
export const commonWords = new Set(
  `will can don rose mark art bill frank grace hope joy faith charity may april june august summer autumn dawn iris ivy lily violet
  daisy jasmine holly hazel heather ginger olive pearl ruby amber crystal jewel star sky ray drew sue chase chance miles grant guy
  dean duke earl king prince page paige brook river forest woods wood field fields hill hills lake stone rock cliff dale
  glen heath marsh moor park parks green brown black white gray grey young old long short small little strong wise good best sharp sweet
  love darling moon sun snow frost winter rain storm bird fox wolf lamb fish cook baker butler carpenter carter farmer fisher gardener
  hunter shepherd walker ward law lane street bridge church hall house
  home well wells spring banks beach shore day days week night knight noble rich price power powers work works case cash coin penny
  cherry berry bean rice honey candy sugar pepper herb basil sage rosemary clay sandy rusty dusty sunny happy merry gay max   rick dick cross major minor mayor post bush branch flower bloom reed read reading bath nice
  essen halle singen hof berg berge tal bach stein steine wald walde wiese feld acker baum baume linde linden eiche eichen buche ahorn
  tanne fichte rose rosen nelke lilie veilchen jung klein gross lang lange kurz kurze dick stark schwarz weiss braun rot roth gelb grun
  grau blau bunt alt neu ernst wolf fuchs vogel hahn hirsch bar lowe hase sommer herbst winter fruhling sonntag montag freitag
  morgen abend nacht tag stern sonne mond himmel regen schnee sturm wind feuer wasser land markt kirche kirchen schule schul bahnhof
  garten haus hauser weg platz burg stadt dorf   konig kaiser furst ritter held freund liebe gut recht reich fromm kluge froh
  gluck engel teufel kraft mut treu marie sol mar luz cruz cielo luna estrella rosa flor flores blanca blanco negro rojo moreno rubio
  calvo delgado grueso bueno bravo leal casto caro alegria gracia gracias dolores consuelo esperanza fe caridad remedios socorro amparo
  pilar paz victoria gloria reina rey reyes conde duque angel santos iglesia iglesias casa casas campo campos montes monte
  valle rio rios fuente fuentes torre torres castillo puerta puente plaza mesa vega prado pena piedra rocha roca leon lobo cordero
  gallo toro vaca paloma nieves domingo abril mayo junio julio agosto noche dia guerra guerrero marques herrero zapatero molinero
  pastor pescador cazador soldado merino sastre pierre claire blanche aurore aube rose marguerite violette iris fleur prune olive
  cerise clemence constance prudence patience esperance desire bienvenu parfait juste modeste honore avril mai juin aout petit
  grand gros brun roux blond jeune vieux ancien nouveau bon beau belle joli doux fort sage gentil roi
  reine comte duc prince chevalier marchand boucher boulanger berger meunier maçon charpentier fontaine riviere lac mer montagne mont
  roche pierre bois foret champ champs pre val vallon pont porte tour eglise marche gare ville village maison jardin rue poirier
  pommier chene hetre sapin laurier rosier loup renard mouton cheval oiseau aigle coq lion soleil lune etoile ciel neige pluie vent
  orage feu eau terre paix joie amour ange dieu jour nuit matin soir midi hiver ete printemps automne lundi mardi dimanche
  li an in on at as is it if or so no we he be by do go to up us am me ed al jo ty an ja zu ob er es wo da so im um ab ende man wer
  wie was was wir ihr sie mir dir ich du tu il on ou un une en et est au aux ce ca se sa son si ni ne pas y no lo la le les el ella
  yo tu mi su se de del que con por para sin una uno al les des mes tes als los las das dass aber also auch bald dann denn doch
  mama papa oma opa mutter vater bruder schwester mother father brother sister mum mom dad daddy granny grandma grandpa aunt uncle mere
  pere frere soeur maman mamie papi papy tante oncle madre padre hermano hermana abuela abuelo tia tio
  park allee ring ufer damm tor steg hang grund see insel hafen dom rathaus post bad center centre central station avenue garden gardens
  court circle terrace view height heights valley north south east west nord sud ost sur norte este oeste high main mill castle queen
  queens union liberty washington independencia libertad constitucion republica republique victoire liberte mairie mayor real nueva
  nuevo vieja alta alto baja bajo haute bas basse upper lower top end gran grande mont sol stern`.split(/\s+/),
)

/** Words of streets and places that are never replaced on their own. */
export const streetWords = new Set(
  `street str strasse road lane drive avenue ave boulevard square court terrace place way close crescent apartment apt flat floor suite
  unit house block building strasse gasse weg platz allee ring ufer damm wohnung etage stock haus hinterhaus rue chemin impasse quai
  allee cours route batiment bat etage appartement calle avenida avda plaza paseo camino carretera ronda piso puerta escalera bajo bis ter
  sur bei unter les sous lez saint sainte san santa sankt der die das dem den de del la le los las du des am an im in auf zur zum und
  and the et y of nr no num numero rd ln dr av bd blvd pl sq pza hill upon`.split(/\s+/),
)
