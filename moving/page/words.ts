/** What the page itself says; the list is the converter's, in English. */

const en = {
	title: 'Convert a workflow to Customer Conversation',
	intro:
		'For n8n workflows that call Chatwoot with HTTP Request or Webhook nodes, or with the nodes of another package. In n8n, select nodes and copy them (Ctrl+C), paste them here, and paste the result back into n8n.',
	privacy: 'This page works without a network: your workflow is neither sent nor stored.',
	input: 'Your workflow',
	placeholder: 'Paste the nodes here, or drop a workflow file',
	paste: 'Paste',
	file: 'Choose a file',
	clear: 'Clear',
	copy: 'Copy the result',
	download: 'Download',
	copied: 'Copied. Now paste it into n8n with Ctrl+V.',
	copyByHand: 'The browser did not allow copying. The result is selected: press Ctrl+C.',
	before: 'Before',
	after: 'After',
	list: 'What to know',
	nothing: 'Nothing needs to be checked.',
	stays: 'Stays as it was',
	check: 'Please check',
	changed: 'Changed',
	json: 'The result as JSON',
	empty: 'The clipboard has no text. Copy nodes in n8n first.',
	denied: 'The browser did not allow reading the clipboard. Click into the field and press Ctrl+V.',
	notJson: 'This is not JSON. Copy nodes in n8n with Ctrl+C, or choose a file that n8n downloaded.',
	unreadable: 'This file cannot be read as text.',
	failed: 'Not converted.',
	converted: 'converted',
	kept: 'stays',
	rewritten: 'changed',
	added: 'added',
	removed: 'removed',
	nodes: 'nodes',
	scroll: 'Scroll to see all of it.',
	language: 'Language',
};

export type Words = typeof en;

const pt: Words = {
	title: 'Converter um workflow para Customer Conversation',
	intro:
		'Para workflows do n8n que chamam o Chatwoot com nós HTTP Request ou Webhook, ou com os nós de outro pacote. No n8n, selecione os nós e copie (Ctrl+C), cole aqui e cole o resultado de volta no n8n.',
	privacy: 'Esta página funciona sem rede: seu workflow não é enviado nem armazenado.',
	input: 'Seu workflow',
	placeholder: 'Cole os nós aqui ou solte um arquivo de workflow',
	paste: 'Colar',
	file: 'Escolher um arquivo',
	clear: 'Limpar',
	copy: 'Copiar o resultado',
	download: 'Baixar',
	copied: 'Copiado. Agora cole no n8n com Ctrl+V.',
	copyByHand: 'O navegador não permitiu copiar. O resultado está selecionado: pressione Ctrl+C.',
	before: 'Antes',
	after: 'Depois',
	list: 'O que saber',
	nothing: 'Não há nada para verificar.',
	stays: 'Fica como estava',
	check: 'Verifique',
	changed: 'Alterado',
	json: 'O resultado em JSON',
	empty: 'A área de transferência não tem texto. Copie primeiro os nós no n8n.',
	denied:
		'O navegador não permitiu ler a área de transferência. Clique no campo e pressione Ctrl+V.',
	notJson: 'Isto não é JSON. Copie os nós no n8n com Ctrl+C ou escolha um arquivo baixado do n8n.',
	unreadable: 'Este arquivo não pode ser lido como texto.',
	failed: 'Não convertido. O motivo, em inglês:',
	converted: 'convertido',
	kept: 'fica',
	rewritten: 'alterado',
	added: 'novo',
	removed: 'removido',
	nodes: 'nós',
	scroll: 'Role para ver tudo.',
	language: 'Idioma',
};

const es: Words = {
	title: 'Convertir un workflow a Customer Conversation',
	intro:
		'Para workflows de n8n que llaman a Chatwoot con nodos HTTP Request o Webhook, o con los nodos de otro paquete. En n8n, seleccione los nodos y cópielos (Ctrl+C), péguelos aquí y pegue el resultado de vuelta en n8n.',
	privacy: 'Esta página funciona sin red: su workflow no se envía ni se guarda.',
	input: 'Su workflow',
	placeholder: 'Pegue los nodos aquí o suelte un archivo de workflow',
	paste: 'Pegar',
	file: 'Elegir un archivo',
	clear: 'Vaciar',
	copy: 'Copiar el resultado',
	download: 'Descargar',
	copied: 'Copiado. Ahora péguelo en n8n con Ctrl+V.',
	copyByHand: 'El navegador no permitió copiar. El resultado está seleccionado: pulse Ctrl+C.',
	before: 'Antes',
	after: 'Después',
	list: 'Lo que hay que saber',
	nothing: 'No hay nada que revisar.',
	stays: 'Queda como estaba',
	check: 'Revise',
	changed: 'Cambiado',
	json: 'El resultado en JSON',
	empty: 'El portapapeles no tiene texto. Copie primero los nodos en n8n.',
	denied: 'El navegador no permitió leer el portapapeles. Haga clic en el campo y pulse Ctrl+V.',
	notJson:
		'Esto no es JSON. Copie los nodos en n8n con Ctrl+C o elija un archivo descargado de n8n.',
	unreadable: 'Este archivo no se puede leer como texto.',
	failed: 'No convertido. El motivo, en inglés:',
	converted: 'convertido',
	kept: 'queda',
	rewritten: 'cambiado',
	added: 'nuevo',
	removed: 'eliminado',
	nodes: 'nodos',
	scroll: 'Desplácese para verlo todo.',
	language: 'Idioma',
};

export const languages = { en, pt, es };
export type Language = keyof typeof languages;

/** The first of the browser's languages that the page has; otherwise English. */
export const languageOf = (preferred: readonly string[]): Language =>
	preferred
		.map((tag) => tag.toLowerCase().split('-')[0])
		.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en';
