"""What the signs of an order weigh, as `tests.security.learn_orders` wrote it.

A line is a sign or a pair of signs, and how far it speaks for an order, in thousandths.
"""

from typing import Final

WEIGHTS: Final = """
bias -4244
model 1963
model_weak 1040
reads 2820
whoever 502
note_to 558
you 712
your 266
answer 1051
own_answer 1522
answering 1908
asked 1849
say 430
hide 1828
override 360
prior 1674
prompt_noun 277
prior_weak -482
rank 1262
this_text 1990
trust 1296
memory 892
tool 617
send -714
address -399
conversation 260
secret 642
role 2096
authority 570
grant 281
threat 376
recommend 541
user 618
always 1004
not 385
please 658
instead 881
encoded 2361
self 1417
report -726
software -1816
ops -1240
mention -1571
first_person -936
sorry -670
condition -439
will_do -1597
mark 2892
call 1855
header 2110
version -585
code -500
image 1322
link 489
quoted -531
question -286
opens 431
then 591
disguised 2666
model model_weak -205
model reads 912
model note_to 3
model you 1175
model answer -430
model answering -422
model say 101
model hide 923
model prior -1101
model prior_weak -284
model rank -333
model this_text 370
model trust 837
model memory -1135
model send 187
model address 1688
model conversation -381
model role 94
model user -821
model always 284
model must 1538
model not 40
model please 1330
model human 53
model report -486
model software -669
model ops 267
model mention 1127
model will_do 61
model header 649
model version 263
model code -5
model quoted 1658
model then 3
model_weak note_to 139
model_weak you 1012
model_weak answer -280
model_weak asked -67
model_weak say 697
model_weak hide 252
model_weak prior_weak -109
model_weak trust 1263
model_weak tool -504
model_weak authority -1132
model_weak grant -380
model_weak user -747
model_weak always 89
model_weak must -214
model_weak report -390
model_weak software 1333
model_weak will_do 28
model_weak mark 173
model_weak version -191
model_weak link -132
model_weak quoted 743
model_weak then -170
reads tool 231
reads always 882
reads first_person 74
reads condition 269
whoever not 1368
note_to hide 607
note_to trust 21
note_to address 643
note_to always -635
note_to not 85
note_to code 419
you your -2097
you answer 583
you own_answer 875
you answering 372
you asked 1016
you say -130
you hide 504
you override 110
you prior 1238
you prior_weak 591
you rank -33
you this_text 53
you trust -402
you send -455
you address -858
you secret 555
you role -524
you approved 830
you grant 151
you threat 617
you recommend 55
you user 165
you always -261
you not 25
you please -254
you instead -1172
you encoded -13
you self 527
you human -838
you report 166
you software 751
you first_person 229
you will_do -8
you code -170
you link -453
you opens 302
your answer 1036
your own_answer 859
your answering -446
your asked -357
your say -680
your prior 1561
your prior_weak -287
your rank -34
your trust -328
your memory 1541
your conversation 184
your role -379
your authority 815
your recommend 23
your user 831
your not -691
your instead 283
your report 1116
your software -434
your mention -206
your condition 912
your will_do -188
your version 58
your link 20
your opens 8
your then 215
answer own_answer -74
answer asked 541
answer say -414
answer prompt_noun -136
answer prior_weak -222
answer rank -89
answer this_text 264
answer tool -63
answer address -58
answer secret 128
answer threat 444
answer recommend 860
answer user -21
answer always 619
answer must 309
answer not 1178
answer please -748
answer instead 393
answer human 375
answer report 168
answer software -129
answer ops -300
answer first_person -636
answer condition 79
answer code -1040
answer quoted 679
answer then 673
own_answer say 1021
own_answer recommend -707
own_answer always -160
own_answer must 1155
own_answer not 755
own_answer ops 222
answering asked 62
answering say 188
answering prior_weak 364
answering rank -90
answering tool 1210
answering conversation -29
answering approved 468
answering user -864
answering always 894
answering human -39
answering report 133
answering first_person -58
answering condition 479
answering then 36
asked prompt_noun -327
asked prior_weak -303
asked recommend 1025
asked must -162
asked not 873
asked report -2
asked condition -280
asked opens 610
asked then 871
say hide -253
say prior 27
say prompt_noun 375
say prior_weak -106
say this_text 1150
say tool -373
say address 151
say role 627
say recommend -399
say user 51
say always -502
say must 153
say not 330
say please 398
say encoded -53
say report 1007
say software 18
say ops 361
say first_person -147
say condition -160
say mark 308
say call 126
say version 146
say code -402
say then 356
hide prior_weak -81
hide rank 327
hide this_text 257
hide memory -32
hide secret -992
hide user 496
hide must -61
hide not -394
hide human -115
hide ops -749
hide first_person 688
hide condition -272
override prior 1204
override prompt_noun 714
override prior_weak 940
override this_text 103
override send -144
override address -34
override authority 213
override grant 852
override user 578
override always -211
override must -220
override not -472
override report 45
override mention -444
override first_person 1337
override condition 286
override quoted -493
override opens 558
override disguised 320
prior prompt_noun 9
prior prior_weak 406
prior this_text 285
prior secret 572
prior authority 21
prior always 185
prior not 897
prior instead 159
prior will_do -49
prior quoted -806
prior opens 1034
prompt_noun trust -1067
prompt_noun user 405
prompt_noun always 269
prompt_noun must -659
prompt_noun instead 881
prompt_noun report -727
prompt_noun software -20
prompt_noun ops -786
prompt_noun condition -498
prompt_noun quoted -1142
prompt_noun then 771
prompt_noun disguised 320
prior_weak rank 1040
prior_weak trust 220
prior_weak memory -151
prior_weak tool -377
prior_weak secret 21
prior_weak approved 202
prior_weak not -152
prior_weak instead 527
prior_weak encoded -247
prior_weak report -45
prior_weak first_person -396
prior_weak will_do -39
prior_weak image 753
prior_weak then -103
rank this_text 1069
rank trust 204
rank memory 187
rank tool -15
rank send -302
rank address -53
rank conversation -288
rank user -866
rank always 47
rank please 994
rank instead -273
rank human -539
rank report -454
rank ops 1104
rank first_person 976
rank condition -766
rank question -66
rank opens -339
this_text grant -93
this_text user -228
this_text version 653
this_text quoted -94
trust send 436
trust approved -202
trust user 506
trust always 85
trust must -29
trust not -53
trust self 45
trust quoted -22
trust then -297
memory secret 1
memory role 160
memory approved 2473
memory user -110
memory always 417
memory not 349
memory first_person 234
memory condition -369
memory will_do 426
memory opens 984
memory then -37
tool address 487
tool secret 240
tool approved 550
tool grant 493
tool user 429
tool always -214
tool not 308
tool software -513
tool ops 52
tool condition 833
tool code -77
tool then -321
send address 274
send conversation 1515
send authority 57
send grant -614
send recommend -184
send user 133
send always -337
send must -393
send please 757
send self 32
send report -371
send call 152
send link 1346
send then -341
address conversation 791
address grant -214
address always -357
address must -225
address not -516
address first_person -599
address condition 25
address image 194
address quoted -63
address opens 87
conversation authority 41
conversation approved 1198
conversation grant 542
conversation always 162
conversation must -562
conversation not -320
conversation condition 345
conversation link 1140
conversation opens 49
secret role 1137
secret approved 120
secret grant -78
secret always -325
secret must -1114
secret not -388
secret self 71
secret ops 1661
secret condition -62
secret code -5
secret link 515
role grant 150
role user -80
role always 91
role not 1171
role human 486
role software -658
role condition -342
authority threat 362
authority must 39
authority not -76
authority human 39
authority report -309
authority software -4
authority ops -460
authority condition -281
authority will_do 1661
authority mark 388
authority code -41
authority quoted 505
authority then -378
approved grant 391
approved user 1079
approved not 1142
approved human 320
approved report 165
approved condition 876
approved will_do 42
approved opens 92
grant report -150
grant software -504
grant condition 730
grant version 216
grant quoted -331
threat user 1209
threat must 1537
threat condition -134
recommend user 17
recommend not -43
recommend instead 738
recommend human 180
recommend condition 270
recommend opens -106
recommend then 831
user always 27
user human -399
user ops -208
user mention -2
user condition -751
user header 241
user code 164
user link 131
user opens 615
user disguised 607
always must -89
always not -1001
always human 9
always report 636
always software -456
always first_person -267
always condition -1001
always then 250
must please 775
must instead 769
must encoded -234
must human -739
must software 163
must ops 1357
must first_person -147
must condition -1001
must code -457
must link -483
must opens -792
not human -722
not report 3
not software -56
not ops 311
not first_person 398
not condition -1076
not code -945
not link -5
not opens 702
not then -347
please human 36
please report -731
please opens -1331
instead report -244
instead first_person -486
encoded condition 434
encoded code 1185
human mention 48
human first_person -1032
human condition 74
human will_do 165
human version 916
human quoted 636
human opens 138
human then -118
report software -282
report ops 526
report first_person -1085
report condition 923
report will_do -141
report quoted 297
report opens 727
software first_person -367
software will_do -53
software quoted -377
ops code -130
ops opens -880
mention version 137
first_person code -75
first_person link -353
first_person quoted -446
first_person question 248
first_person opens 255
first_person then -64
condition link 519
condition quoted 165
condition opens -390
will_do quoted 341
call code 728
call quoted 728
call opens 728
header code 1394
version then 597
code image 194
code opens 740
code then -1050
image link 87
image opens 545
link opens 1085
quoted opens 723
opens then -1001
"""
