import { compileWords } from './words.ts'

// Words by which instructions to a reader are known, in the languages that tool lists use most: English, German, French,
// Spanish, Portuguese, Italian, Dutch, Polish, Russian, Turkish, Indonesian, Vietnamese, Chinese, Japanese, Korean, Arabic,
// Hindi, Hebrew. `-` at the end of a word stands for any ending, `_` for white space.

/** To call a tool, as a command. */
export const CALL = compileWords(
  `
  call use invoke run execute trigger prefer choose consult
  rufe ruf aufrufen verwende verwenden benutze benutzen nutze nutzen aufgerufen verwendet benutzt genutzt
  appelle appelez appeler utilise utilisez utiliser exécute exécutez invoque invoquez appelé utilisé
  llama llame llamar usa use usar utiliza utilice utilizar invoca ejecuta ejecute llamada usada utilizada
  chame chamar chama utilize utilizar execute executar chiama chiamare usare utilizza utilizzare esegui invoca chiamato usato utilizzato chamada utilizado
  roep gebruik aanroepen gebruiken wywołaj wywołuj użyj używaj uruchom вызови- вызыва- вызва- использу- запусти- запуска-
  çağır- kullan- çalıştır- panggil- gunakan jalankan gọi sử_dụng dùng chạy`,
  '调用 呼叫 使用 执行 執行 运行 呼び出 実行 使って 使う 使い 호출 사용 실행 استدع استخدم شغل कॉल उपयोग चलाए चलाओ קרא_ל השתמש הפעל',
)

/** To ignore something. */
export const IGNORE = compileWords(
  `
  ignore disregard forget override bypass overrule discard ignorier- missacht- vergiss vergessen ignorez oublie oubliez
  ignora ignore olvida olvide desconsider- esqueça dimentica negeer vergeet ignoruj zignoruj zapomnij игнорир- проигнорир- забудь
  забудьте yoksay- görmezden unut- abaikan lupakan bỏ_qua quên`,
  '忽略 无视 無視 忘记 忘掉 忘れ 무시 잊어 잊고 تجاهل انس_ अनदेखा नज़रअंदाज़ भूल התעלם שכח',
)

/** Words for that which guides a model. */
export const RULES = compileWords(
  `
  instruction- prompt- rule rules guideline- guidance direction- directive- constraint- polic- everything commands orders told
  anweisung- vorgabe- regel regeln consignes instruction- règle- directive- instrucci- indicacion- regla- instruç- regra- istruzion-
  regole instructie- aanwijzing- instrukcj- polece- zasad- инструкц- указани- правил- talimat- kural- yönerge- instruksi perintah
  arahan hướng_dẫn chỉ_dẫn chỉ_thị quy_tắc`,
  '指令 指示 规则 規則 提示词 命令 ルール 규칙 지시 명령 تعليمات التعليمات الأوامر निर्देश नियम הוראות ההוראות',
)

/** Of what came before, or all of it. */
export const PRIOR = compileWords(
  `
  previous- prior above earlier preceding all any your existing other everything former vorherig- bisherig- frühere- obig- alle allen
  précédent- toutes tous antérieur- anterior- previa- previo- todas todos acima precedent- tutte tutti eerdere vorige alle wcześniejsz-
  poprzedni- wszystki- предыдущ- прежн- все всё önceki tüm bütün sebelumnya semua trước mọi tất_cả`,
  '之前 先前 以前 以上 上述 所有 此前 これまで 前の すべて 全て 이전 모든 앞의 السابقة جميع كل पिछले सभी पहले_के הקודמות כל',
)

export const TOOL = compileWords(
  `
  tool tools function functions server servers werkzeug- funktion outil outils fonction herramienta- función ferramenta- função
  strumento strumenti funzione hulpmiddel- gereedschap- functie narzędzi- funkcj- инструмент- функци- araç aracı araçlar- araçtan
  aracını alat công_cụ hàm`,
  '工具 函数 ツール 関数 도구 함수 أداة الأداة أدوات الأدوات टूल उपकरण כלי הכלי כלים',
)

/** Before others, or in their place. */
export const FIRST = compileWords(
  `
  first before prior_to instead rather_than beginning start ahead_of zuerst bevor vor zunächst statt anstatt anstelle d'abord
  avant premier au_lieu plutôt primero antes en_lugar en_vez primeiro em_vez prima per_prim- invece eerst voordat voor in_plaats
  najpierw przed zanim zamiast сначала сперва перед прежде вместо önce ilk yerine terlebih_dahulu sebelum pertama daripada trước
  đầu_tiên thay_vì`,
  '首先 先 之前 以前 优先 代替 而不是 まず 最初 前に 代わり 먼저 전에 대신 우선 أولا أولاً قبل بدلا पहले बजाय קודם לפני במקום',
)

/** Without exception. */
export const ALWAYS = compileWords(
  `
  always must shall have_to need_to required_to mandatory never_fail make_sure be_sure ensure immer stets musst müssen muss unbedingt
  zwingend toujours devez dois doit impérativement siempre debes debe deben tienes_que sempre deve devem precisa devi dovete
  altijd moet moeten zawsze musisz należy всегда обязательно должен должна должны обязан- необходимо daima mutlaka her_zaman
  zorunda- selalu harus wajib luôn phải`,
  '必须 必須 总是 始终 务必 一定要 必ず 常に なければ 반드시 항상 꼭 دائما دائماً يجب हमेशा अवश्य ज़रूर תמיד חייב חובה',
)

/** This tool. */
export const THIS = compileWords(
  `
  this dieses diese diesen cet cette ce celui-ci celle-ci esta este ésta esto essa esse questo questa deze dit tego tę этот
  эту этого это bu bunu ini này`,
  '这个 此 本工具 这 この これ 本ツール 이_ هذا هذه इस यह זה זו הזה',
)

/** A tool among all others. */
export const OTHER_TOOL = compileWords(
  `
  any_other_tool- any_other_function- any_other_server- any_tool any_tools other_tool other_tools all_tools all_other_tool-
  every_other_tool another_tool different_tool any_other_mcp any_of_the_other- any_others all_others all_other all_alternatives
  any_alternative- every_alternative built-in_tool- builtin_tool- native_tool- own_tools anything_else any_other
  jedem_anderen allen_anderen andere_werkzeuge anderen_werkzeug- anderes_werkzeug anderen_tool- andere_tools jedem_tool anderes_tool anderer_tool- otra_tool otras_tools altri_tool autre_tool autres_tools outros_tools outra_tool innych_tool- других_tool-
  autre_outil autres_outils tout_autre n'importe_quel_outil otra_herramienta otras_herramientas cualquier_otra cualquier_herramienta
  las_demás qualquer_outra outra_ferramenta outras_ferramentas qualsiasi_altro altri_strumenti altro_strumento ogni_altro
  andere_hulpmiddelen ander_hulpmiddel elk_ander andere_tool andere_tools innych_narzędzi innego_narzędzia jakiegokolwiek_innego
  inne_narzędzi- других_инструмент- другие_инструмент- другим_инструмент- любого_другого любым_другим другого_инструмента
  другой_инструмент diğer_araç- başka_araç- başka_bir_araç- herhangi_bir_araç- diğer_tüm_araç- alat_lain công_cụ_khác công_cụ_nào_khác`,
  '其他工具 任何工具 任何其他 其它工具 別的工具 别的工具 所有工具 他のツール 他のどのツール どのツール 別のツール ほかのツール 다른_도구 다른_모든 어떤_도구 모든_도구 أي_أداة أخرى الأدوات_الأخرى किसी_अन्य अन्य_टूल दूसरे_टूल किसी_भी_टूल כל_כלי כלים_אחרים כלי_אחר',
)

/** Each turn of a conversation, each question. */
export const EVERY_TURN = compileWords(
  `
  every_conversation every_session every_turn every_message every_response every_request every_question every_answer every_task every_prompt
  every_reply every_query each_conversation each_session each_turn each_message each_response each_request each_question each_answer
  each_reply each_task any_question any_request any_task all_questions all_requests you_answer you_respond you_reply answering responding
  replying start_of_the_conversation beginning_of_the_conversation new_conversation new_session anything_else
  jeder_anfrage jeder_antwort jeder_nachricht jedem_gespräch jede_frage jede_anfrage du_antwortest sie_antworten
  chaque_question chaque_réponse chaque_requête chaque_conversation chaque_message cada_pregunta cada_respuesta cada_conversación
  cada_solicitud cada_mensaje de_responder cada_pergunta cada_resposta cada_conversa ogni_risposta ogni_domanda ogni_richiesta
  ogni_conversazione elke_vraag elk_antwoord elk_gesprek każdą_odpowiedzią każdym_pytani- każdej_rozmow- каждым_ответом
  каждого_ответа каждого_сообщения каждом_разговоре каждый_запрос каждого_запроса каждым_запросом her_yanıt- her_soru-
  her_konuşma- her_istek- setiap_percakapan setiap_jawaban setiap_pertanyaan mỗi_câu mỗi_cuộc mỗi_lần`,
  '每次 每个问题 每次对话 每个回答 回答之前 回答前 毎回 すべての質問 回答する前 回答の前 매번 모든_질문 답변하기_전 답변_전 كل_محادثة كل_سؤال कल_उत्तर हर_सवाल हर_बातचीत हर_उत्तर हर_प्रश्न כל_שיחה כל_שאלה',
)
