import { compileWords } from './words.ts'

// The second half of the words of `lexicon.ts`: whom a text is about, and what it asks for.

export const USER = compileWords(
  `
  user users human humans person operator benutzer- nutzer- anwender- utilisateur- usuari- utente utenti gebruiker- użytkowni-
  пользовател- человек- kullanıcı- pengguna người_dùng`,
  '用户 用戶 使用者 ユーザ 利用者 사용자 المستخدم مستخدم उपयोगकर्ता यूज़र यूजर המשתמש משתמש',
)

/** To make known, or to ask. */
export const TELL = compileWords(
  `
  tell mention inform reveal disclose notify say show alert warn ask confirm expose explain admit telling mentioning informing notifying asking
  showing alerting revealing sag sage sagen erwähn- informiere informieren mitteil- verrat- zeig- frag- anzeigen dis dites dire mentionne mentionnez mentionner informe informez informer
  révèle révélez révéler avertis avertissez montre montrez montrer demande demandez demander prévenir préviens digas diga decir decirle- menciones menciona mencione mencionar informes informe informar reveles revela revele avises avise
  muestres muestre mostrar preguntes preguntar pregunte conte contar
  pergunte perguntar mostre mencione revele diz dizer diga dirlo menzion- rivel- avvis- chied- informare informa dire mostr- vertel- vermeld- meld informeer- vraag tonen mów mówić powiedz-
  informuj- wspomin- ujawni- pokazuj- pytaj- говори говорите сообщай- упоминай- показывай- рассказывай- спрашивай- уведомляй- сообщать упоминать söyle- bahset- bildir- sor
  sorma- göster- memberi_tahu beri_tahu beritahu sebutkan katakan nói cho_biết thông_báo tiết_lộ hỏi`,
  '告诉 告訴 告知 透露 提及 提到 显示 询问 通知 说明 伝え 知らせ 言わ 教え 明か 尋ね 確認 알리 알려 말하 언급 묻 보여 تخبر إخبار تذكر تكشف تسأل إعلام बता सूचित उल्लेख पूछ दिखा תספר תגיד תזכיר לספר לומר תגלה ליידע',
)

/** A command not to. */
export const NOT = compileWords(
  `
  not don't dont never without avoid refrain nicht niemals ohne kein- ne n'- pas jamais sans no_le no_lo no_se no_les no_digas
  no_menciones no_informes no_reveles no_muestres no_avises no_preguntes no_uses no_utilices no_llames no_cuentes nunca jamás sin não
  sem non mai senza niet nooit zonder geen nie nigdy bez не никогда без ни söyleme- bahsetme- bildirme- gösterme- sorma- kullanma-
  asla etmeden sormadan jangan tanpa tidak không đừng chớ`,
  '不要 不得 不能 不可 不应 切勿 请勿 禁止 别 勿 しないで ないで 禁止 てはいけ てはなら せずに 마세요 마십시오 말고 말라 않고 없이 لا_ دون بدون मत_ न_ बिना नहीं אל_ לא_ בלי',
)

/** A language model as the reader. */
export const MODEL = compileWords(
  `
  assistant assistants ai ais llm llms model models agent agents chatbot chatbots claude gpt chatgpt gemini copilot
  ki sprachmodell- assistent- asistente- ia modelo modèle- assistente modello ии модел- ассистент- агент- yapay_zekâ- yapay_zek- asistan-
  asysten- asisten trợ_lý`,
  '人工智能 助手 助理 模型 智能体 アシスタント モデル エージェント 어시스턴트 모델 인공지능 المساعد النموذج الذكاء सहायक मॉडल एआई העוזר המודל',
)

export const ANSWER = compileWords(
  `
  answer respond reply pretend claim antworte antworten antwortest réponds répondez répondre responde responda responder contesta conteste rispondi rispondere antwoord- odpowi- отвеча- ответ-
  yanıtla- cevapla- jawab- trả_lời`,
  '回答 回复 答复 答え 返答 답변 대답 أجب उत्तर जवाब ענה השב',
)

export const RECOMMEND = compileWords(
  `
  recommend suggest promote praise advertise endorse empfehl- empfiehl recomiend- recommande- recomend- raccomand- consiglia-
  beveel rekomend- poleć polecaj рекоменд- посовет- öner- tavsiye- rekomendasi- sarankan đề_xuất giới_thiệu`,
  '推荐 推薦 おすすめ 勧め 推奨 추천 أوص انصح सिफारिश सुझा המלץ',
)

/** To read or to hand over. */
export const SEND = compileWords(
  `
  send post forward upload email transmit append include attach pass copy leak exfiltrate insert provide put submit share read open
  fetch collect fill add write embed report output print repeat dump sende senden schick- übermittl- füge übergib gib lies lade hänge kopiere
  envoie envoyez envoyer transme- lire joindre joins joignez lis lisez inclu- ajoute- copie- envía envíe enviar manda adjunt- incluy- lee lea pasa copia
  envie mande anexe inclua leia passe invia inviare manda allega- includi leggi copia stuur verzend- lees voeg kopieer wyślij prześlij
  dołącz przeczytaj odczytaj skopiuj отправ- перешл- прочит- прочти- переда- включи- добавь- скопируй- gönder- oku- ekle- ilet- kopyala-
  kirim- baca sertakan salin gửi đọc đính_kèm sao_chép`,
  '发送 傳送 上传 读取 讀取 传递 附上 提交 转发 填入 包含 复制 泄露 传给 送信 読み取 読み込 読んで 渡し 含め 添付 コピー 보내 전송 읽어 읽고 포함 첨부 전달 복사 أرسل ارسل اقرأ أضف مرر भेज पढ़ शामिल जोड़ שלח קרא צרף העתק',
)

/** Words for that which only its owner should read. */
export const SECRET = compileWords(
  `
  conversation chat_history chat_log message_history system_prompt private_key private_keys seed_phrase mnemonic environment_variable-
  env_var- browser_history ssh_key- cookies memory context_window gesprächsverlauf gespräch chatverlauf unterhaltung systemprompt
  umgebungsvariablen privaten_schlüssel conversation historique_de variables_d'environnement clé_privée invite_système conversación
  historial variables_de_entorno clave_privada conversa histórico chave_privada variáveis_de_ambiente conversazione cronologia
  chiave_privata variabili_d'ambiente gesprek gespreksgeschiedenis rozmow- historię_ klucz_prywatny zmienne_środowiskowe переписк-
  разговор- диалог- истори- закрыт- приватн- переменн- konuşma- sohbet- özel_anahtar- ortam_değişken- percakapan riwayat kunci_pribadi
  cuộc_trò_chuyện lịch_sử khóa_riêng`,
  '对话 聊天记录 会话 历史记录 私钥 助记词 系统提示 环境变量 会話 履歴 秘密鍵 環境変数 システムプロンプト 대화 개인_키 환경_변수 시스템_프롬프트 المحادثة المفتاح_الخاص बातचीत निजी_कुंजी שיחה המפתח_הפרטי',
)

export const CREDENTIAL = compileWords(
  `
  api_key- apikey- token tokens access_token- password- passphrase credential- credentials secret secrets passwort- kennwort- zugangsdaten
  schlüssel geheim- mot_de_passe mots_de_passe clé clés identifiants contraseña- clave claves credencial- senha- chave chaves credenciais
  chiave chiavi credenziali wachtwoord- sleutel- inloggegevens hasł- klucz- poświadcze- парол- ключ- токен- секрет- şifre- parola- anahtar-
  kata_sandi kunci kredensial mật_khẩu khóa`,
  '密码 密碼 密钥 令牌 口令 凭据 凭证 机密 パスワード 鍵 トークン 認証情報 비밀번호 키를 토큰 자격_증명 كلمة_المرور كلمات_المرور مفتاح مفاتيح पासवर्ड कुंजी टोकन סיסמ מפתח',
)

export const PAY_VERBS = compileWords(
  `
  transfer pay send wire deposit withdraw swap purchase buy überweis- zahle zahlen bezahl- transfiere transfiera transfier- paga pague
  pagar envía transfère transférez transfér- payez paie virez transfira trasferisci trasferire betaal- maak przelej zapłać wyślij перевед-
  перечисл- заплат- оплат- öde- havale- gönder- aktar- bayar kirim chuyển thanh_toán`,
  '转账 轉帳 支付 付款 转到 打款 送金 支払 송금 결제 지불 이체 حول ادفع भुगतान ट्रांसफर भेज העבר שלם',
)

export const MONEY = compileWords(
  `
  usdc usdt eth btc sol dollar- euro euros funds money wallet balance payment- geld guthaben dinero fondos argent fonds dinheiro fundos saldo
  denaro soldi fondi tegoed pieniądze środki деньг- средств- cüzdan- para bakiye dompet uang saldo ví tiền`,
  '钱包 资金 余额 金额 ウォレット 資金 지갑 자금 잔액 محفظة أموال पैसे वॉलेट כסף ארנק',
)

export const DESTROY = compileWords(
  `
  delete remove wipe erase drop lösch- borra elimin- supprim- efface- apag- exclua cancell- verwijder- usuń удали- сотри- sil silin hapus
  xóa`,
  '删除 刪除 清空 削除 삭제 احذف हटा डिलीट מחק',
)

export const FILES = compileWords(
  `
  file files folder- director- database- repositor- backup- emails inbox messages records datei- archivo- fichier- arquivo- bestand-
  pliki plików файл- dosya- berkas file-file tệp`,
  '文件 数据库 ファイル データベース 파일 데이터베이스 ملفات الملفات फ़ाइल फाइल קבצים',
)

export const ALLOW = compileWords(
  `
  approve accept grant allow disable skip bypass authorize authorise turn_off genehmig- deaktivier- aprueba apruebe desactiva autoriza-
  approuve- désactive- autorise- aprove desative approva disattiva zatwierdź wyłącz одобр- разреш- отключ- onayla- devre_dışı setujui`,
  '批准 同意 允许 跳过 禁用 关闭 承認 許可 무효 승인 허용 وافق मंज़ूर אשר',
)

export const SAFEGUARD = compileWords(
  `
  confirmation- permission- approval- safety security_check- guardrail- safeguard- restriction- moderation verification payment- request-
  bestätigung- sicherheit- zahlung- confirmación permiso- pago pagos seguridad confirmation autorisation- paiement- sécurité confirmação
  pagamento- segurança conferma sicurezza potwierdze- bezpiecze- płatnoś- подтвержд- безопасност- платеж- платёж- onay- güvenlik- ödeme-
  konfirmasi pembayaran`,
  '确认 權限 权限 安全 付款 支付 確認 安全 支払い 확인 보안 결제 تأكيد अनुमति אישור',
)
