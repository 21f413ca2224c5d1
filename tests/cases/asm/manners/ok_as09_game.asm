;! dialect=as09
;***************************************************************************
;*  A cartridge in the manner of AS09: lower case, tabs, DOS line ends, ^Z *
;***************************************************************************
	title	"bouncer"
	include	"VECTREX.I"
	noopt
*
* ------------------------------------------------------------ ram ---------
*
	bss
	org	$c880
score		ds	2		; packed decimal
lives		ds	1
ball_y		ds	1
ball_x:		ds	1
speed		ds	1
table		ds	4*2
	code
;
; ------------------------------------------------------------ header ------
;
	org	0
start	equ	*
	db	"g GCE 1999",$80	; = 67 20 47 43 45 20 31 39 39 39 80
	dw	music1			; = FD 0D
	db	$f8,$50,$20,-$55	; = F8 50 20 AB
	db	"BOUNCER",$80,0		; = 42 4F 55 4E 43 45 52 80 00
;
; ------------------------------------------------------------ constants ---
;
max_x=	$60
min_x=	-max_x
count	=	0
count	=	count+1
count	=	count + 1
delay:	equ	%00001100
mask	equ	0x0f | 0b11000000
big	equ	(max_x*2 - 4) / 4 << 1	; 94: * and / before -, - before <<
flag	set	(count = 2) && (max_x > min_x)
;
; ------------------------------------------------------------ code --------
;
main:	lds	#$cbea			; = 10 CE CB EA
	ldd	#0			; = CC 00 00
	std	score			; = FD C8 80
	lda	#5			; = 86 05
	sta	lives			; = B7 C8 82
	lda	#min_x			; = 86 A0
	ldb	#delay+1		; = C6 0D
	std	ball_y			; = FD C8 83
	ldx	#table			; = 8E C8 86
	ldb	#8			; = C6 08
clear	clr	,x+			; = 6F 80
	decb				; = 5A
	bne	clear			; = 26 FB
loop	jsr	wait_recal		; = BD F1 92
	lda	#hi table		; = 86 C8
	ldb	#lo(table+1)		; = C6 87
	addd	#big			; = C3 00 5E
	anda	#mask			; = 84 CF
	ora	#'A'			; = 8A 41
	eora	#~$0f & $ff		; = 88 F0
	bitb	#1<<3			; = C5 08
	if	flag
	nop				; = 12
	else
	error	"flag is not set"
	endif
	ldu	#shape			; = CE 00 7C
	bsr	draw			; = 8D 0C
	dec	lives			; = 7A C8 82
	lbeq	main			; = 10 27 FF C1
	bra	loop			; = 20 DF
	lbra	loop			; = 16 FF DC
; -- draw: u = list of (y,x) pairs, ended by 1
draw	pshs	a,b,dp			; = 34 0E
	lda	#$d0			; = 86 D0
	tfr	a,dp			; = 1F 8B
	direct	$d0
	lda	0,u			; = A6 40
	sta	<via_port_a		; = 97 01
	lda	1,u			; = A6 41
	ldb	-1,u			; = E6 5F
	leau	2,u			; = 33 42
	lda	,u			; = A6 C4
	ldb	b,u			; = E6 C5
	ldd	[,u++]			; = EC D1
	cmpu	#shape+6		; = 11 83 00 82
	blo	draw			; = 25 E4
	direct	-1
	puls	a,b,dp,pc		; = 35 8E
shape	db	 10,  20		; = 0A 14
	db	-10,-20			; = F6 EC
	db	+5,'x',"yz",1		; = 05 78 79 7A 01
	dw	shape,shape+2,*		; = 00 7C 00 7E 00 85
	dw	$			; = 00 8B
	fcb	4,5			; = 04 05
	fdb	$1234			; = 12 34
	fcc	"abc"			; = 61 62 63
	fcw	-2			; = FF FE
	nop	3			; = 12 12 12
	swi	2			; = 10 3F
	end	start
;	what follows END is read all the same
	rts			; = 39
