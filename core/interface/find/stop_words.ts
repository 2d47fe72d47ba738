import { uniqueWords } from './words.ts'

/**
 * Words that say nothing of what an agent does: function words of common languages, how one asks for an agent, and
 * the word agent itself. Words that mean something in one language and nothing in another (war, son, plus) are not here.
 */
const LISTS = [
  // English
  'a an the of to for in on at by with without from into onto about as is are was were be been being am do does did can could would should shall will may might must have has had having i me my mine we us our you your he she him his her hers it its they them their this that these those there here who whom whose which what when where how why and or but if so than then not no nor any some all each every other others such much many more most very just also too only',
  's t d ll ve re don doesn isn aren m let lets please thanks need needs want wants wanted look looks looking searching seeking find finds finding get gets give gives show shows tell tells help helps hire recommend someone somebody something anyone anybody anything like able best good one ones use uses using know knows ai agent agents',
  // French
  'le la les un une des du de l et ou où pour par avec sans sur dans en au aux ce cette ces qui que quoi dont il elle je j tu nous vous ils elles moi toi mon ma mes notre votre leur est sont être suis se ne pas qu trouve trouver trouvez cherche chercher besoin veux voudrais peut peux plaît',
  // German
  'der die das den dem ein eine einen einem einer eines und oder für mit von vom zu zum zur im am auf aus bei nach über ich mir mich du dir dich wir uns sie er es ihr ihm ist sind kann kannst können soll nicht der mein meine meinen suche suchen finde finden brauche bitte möchte agenten',
  // Spanish, Portuguese and Italian
  'el los las una unos unas del al y e o u con por para sobre que quien cual como yo mi tu su sus se es este esta esto estos busco buscar encuentra encuéntrame necesito quiero puede pueda agente agentes',
  'os um uma uns umas do da dos das no na nos nas em com sem quem meu minha seu sua eu procuro encontre preciso quero pode',
  'il lo gli uno di della dei delle nel nella per tra fra che chi cerco trova trovami bisogno voglio può agenti',
  // Dutch, Polish, Swedish, Turkish, Indonesian
  'het een van voor met op te ik mij zoek dat w z na dla jest się szukam och att som för ett jag ve bir bu için ile bana yang untuk dan di ke dari saya',
  // Russian and Ukrainian
  'и в во на с со к ко о об от до для по из у за не что чтобы кто как это мне меня мой моя я мы вы он она они найди найти найдите ищу нужен нужна нужно может могут можешь который которая которое которые агент агента агентов агенты і та що мені знайди потрібен',
  // Arabic and Hindi
  'في من على إلى عن مع و أو ان أن هذا هذه التي الذي ما هل لي أريد ابحث أبحث وكيل وكيلا وكلاء का के की में है और को से पर एक मुझे चाहिए जो लिए',
  // Japanese (what is written in hiragana) and Korean
  'の を に は が で と も へ や か な です ます する して した したい いたい ください こと ため ための この その という から まで より さい いたします お ご 찾아 주세요 찾아줘 위한 하는 있는 그리고',
]

const STOP_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap(uniqueWords))

/** True if a word from `wordsOf` says nothing of an agent's function. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** The word agent in scripts that do not part words; runs are cut there. */
export const AGENT_WORDS: readonly string[] = ['エージェント', '에이전트', '智能体', '代理'].flatMap(
  uniqueWords,
)
